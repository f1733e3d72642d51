"""Questions that a command answers: an open offer, ratings after a game, and advice on moves."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Certainty
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at
from tests.pbm.inbox.understanding.test_server_wishes import OVER, meant

TURN = situation_at(Place.TURN)


@for_each(
    "text",
    [
        "Do I have to answer that?",
        "Muss ich darauf antworten?",
        "Dois-je répondre à ça ?",
        "Moet ik daarop antwoorden?",
        "Devo rispondere?",
        "What exactly does he want back?",
        "Was genau will er zurück?",
        "Il veut reprendre quoi exactement ?",
        "Wat wil hij precies terug?",
        "Cosa vuole indietro di preciso?",
    ],
)
@for_each(("offer", "topic"), [(Offer.DRAW, "propose"), (Offer.UNDO, "undo")])
def test_who_asks_about_an_open_offer_gets_the_help_on_it(
    text: str, offer: Offer, topic: str
) -> None:
    asked = meant(text, replace(TURN, offer=offer))
    assert asked == (Certainty.ANSWER, f"help {topic}")


@for_each("text", ["What do you mean?", "Was meinst du?", "Cosa intendi?"])
def test_who_asks_the_other_player_about_an_offer_is_passed_on(text: str) -> None:
    assert meant(text, replace(TURN, offer=Offer.DRAW))[0] is not Certainty.ANSWER


@for_each(
    "text",
    [
        "Does this count for the ladder or not",
        "Zählt das für die Rangliste oder nicht",
        "ça compte pour le classement ou pas",
        "telt dit mee voor de ranglijst of niet",
        "conta per la classifica o no",
        "Why did I get 20 points for that?",
    ],
)
def test_how_a_result_counts_is_told_by_the_help_on_ratings(text: str) -> None:
    assert meant(text, OVER) == (Certainty.ANSWER, "help ratings")
