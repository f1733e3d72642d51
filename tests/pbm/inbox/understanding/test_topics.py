"""The topic of a sentence, found by its words in any order, leads to questions and answers only."""

from __future__ import annotations

import pytest

from pbm.core.languages import languages
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.wishes import HARMLESS, Meaning, Sign, Wish
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import understood


def test_each_part_must_be_there_in_whatever_order() -> None:
    wishes = [
        list(lexicon("en").topics.meanings(text.split()))
        for text in ("the board again i would see", "i see you there", "a board of oak")
    ]
    assert [Wish.SHOW in each for each in wishes] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("would it be a great bother to display the thing called board", "show"),
        ("wo könnte ich denn einmal die ganzen Regeln nachlesen", "help gyges"),
        ("il me resterait encore combien de jours", "show"),
    ],
)
def test_a_question_in_unknown_words_is_answered(text: str, command: str) -> None:
    meant = understood((text,), Place.TURN)
    assert (meant.certainty, meant.command) == (Certainty.ANSWER, command)


def test_a_change_is_asked_about_and_not_where_it_is_denied() -> None:
    asked = understood(("perhaps we let this game of ours be a tie, what say you",), Place.TURN)
    denied = understood(("do not think that I would want a tie",), Place.TURN)
    assert (asked.certainty, asked.command) == (Certainty.ASK, "propose draw")
    assert denied.certainty not in (Certainty.DO, Certainty.ASK)


@for_each("language", languages())
def test_every_phrase_needs_a_word(language: str) -> None:
    """A phrase whose parts may all be missing would be found in every sentence."""
    assert not lexicon(language).phrases.meanings


@for_each("language", languages())
def test_every_language_has_all_tables(language: str) -> None:
    assert {each.meaning for each in lexicon(language).topics.all} == {
        each.meaning for each in lexicon("en").topics.all
    }


@for_each("language", languages())
def test_no_courtesy_is_also_a_denial(language: str) -> None:
    """Words that are ignored beside a yes would hide that the answer is a no."""
    known = lexicon(language)
    both = [word for word in known.known if _courtesy_and_denial(known.longest([word], 0)[1])]
    assert both == []


def _courtesy_and_denial(meanings: frozenset[Meaning]) -> bool:
    return not (meanings.isdisjoint(HARMLESS) or meanings.isdisjoint((Sign.NOT, Wish.NO)))


@pytest.mark.parametrize(
    "text",
    [
        "How many pieces must I keep to win?",
        "how many stones do I need to win?",
        "Wie viele Steine muss ich behalten, um zu gewinnen?",
        "Combien de pièces dois-je garder pour gagner ?",
        "Hoeveel steentjes moet ik overhouden om te winnen?",
        "Quante pedine devo tenere per vincere?",
    ],
)
def test_how_many_pieces_win_is_a_question_about_the_rules(text: str) -> None:
    found = understood((text,), Place.TURN)
    assert (found.certainty, found.command) == (Certainty.ANSWER, "help gyges")
