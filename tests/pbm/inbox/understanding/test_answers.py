"""Answers to open questions: plain ones are executed, conditional ones are asked about."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import understand
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at, understood


def offered(text: str, offer: Offer) -> tuple[Certainty, str]:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=offer))
    return meant.certainty, meant.command


@for_each("text", ["👍", "👌 ", "Na logo", "count me in, my old friend"])
def test_a_plain_yes_accepts_an_invitation(text: str) -> None:
    meant = understood((text,), Place.INVITED)
    assert (meant.certainty, meant.command) == (Certainty.DO, "accept")


NAMED = [
    *("I accept bob's rematch", "I accept the rematch", "Ich nehme die Revanche von bob an"),
    *("J'accepte la revanche de bob", "Ik accepteer de revanche van bob", "bob, I accept!"),
    *("Accetto la rivincita di Bob", "Ich nehme die Einladung von bob gern an"),
]


@for_each("text", NAMED)
def test_a_yes_that_names_who_invites_is_plain(text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.INVITED), opponent="bob"))
    assert (meant.certainty, meant.command) == (Certainty.DO, "accept")


@for_each("text", ["I accept carol's invitation, not bob's", "ask bob first", "not with bob"])
def test_other_words_with_the_name_of_who_invites_are_no_plain_yes(text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.INVITED), opponent="bob"))
    assert (meant.certainty, meant.command) != (Certainty.DO, "accept")


@for_each("text", ["Deal.", "Tope là", "abgemacht", "Prima, half om half", "Remis!"])
def test_a_plain_yes_agrees_to_a_draw(text: str) -> None:
    assert offered(text, Offer.DRAW) == (Certainty.DO, "accept")


def test_a_remark_behind_a_comma_leaves_a_yes_as_it_is() -> None:
    assert offered("Einverstanden, war eine zähe Partie", Offer.DRAW) == (Certainty.DO, "accept")


@pytest.mark.parametrize(
    "text", ["Agreed, if you say sorry", "yes, but not now", "deal or no deal"]
)
def test_a_yes_in_doubt_is_not_done(text: str) -> None:
    assert offered(text, Offer.DRAW)[0] is not Certainty.DO


@pytest.mark.parametrize("offer", Offer)
def test_a_no_with_another_object_is_asked_about(offer: Offer) -> None:
    assert offered("I refuse your cooking", offer)[0] is Certainty.ASK


@for_each("offer", Offer)
@for_each("text", ["niente da fare", "Rien à faire !"])
def test_words_that_also_give_up_refuse_a_proposal(text: str, offer: Offer) -> None:
    assert offered(text, offer) == (Certainty.DO, "reject")
    assert understood((text,), Place.TURN).command == "resign"


@for_each(
    ("text", "command"),
    [
        ("Jazeker, maar verwacht er niet te veel van", "accept"),
        ("Certainly, but don't expect too much", "accept"),
        ("Gern, aber nicht jetzt", "decline"),
        ("never heard of it but I'm in", "accept"),
        ("Kenne das Spiel nicht, aber gerne!", "accept"),
        ("Jamais entendu parler, mais d'accord !", "accept"),
    ],
)
def test_a_yes_beside_a_not_is_asked_about(text: str, command: str) -> None:
    meant = understood((text,), Place.INVITED)
    assert (meant.certainty, meant.command) == (Certainty.ASK, command)


def test_an_emoji_beside_words_only_decorates_them() -> None:
    assert understood(("16-35 👎",), Place.TURN).certainty is Certainty.DO
    assert understood(("what a day 👍",), Place.INVITED).certainty is not Certainty.DO
