"""Moves of Oware are single letters: within a sentence, they are played or at least asked about."""

from __future__ import annotations

from functools import partial

from pbm.base.values import replace
from pbm.core.games import find
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.reading import understand
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at

PLAYED = {
    "Gioco C": "C",
    "muovo D": "D",
    "Ich spiele C": "C",
    "my move is f": "F",
    "Adesso gioco A\nTi piace?": "A",
}
ASKED = {
    "I sow C": "C",
    "Je joue le trou D": "D",
    "Semino la casa C. Buona partita!": "C",
    "Ahah, vediamo! Comincio io con D. Come stai?": "D",
    "Gioco la casa e, così ti frego": "E",
    "Thanks, B": "B",
    "Hi B, how are you?": "B",
    "Viele Grüße D": "D",
}
TALK = ("non gioco C", "a nice game", "Bella partita, a domani")


def understood(text: str, game: str) -> Intention:
    rules = find(game)
    legal = partial(_letter, "ABCDEF")
    return understand(text.split("\n"), replace(situation_at(Place.TURN), game=rules, legal=legal))


def _letter(houses: str, text: str) -> str:
    return text.upper() if text.upper() in houses else ""


@for_each("text", PLAYED)
def test_a_letter_behind_a_word_for_playing_is_played(text: str) -> None:
    meant = understood(text, "oware")
    assert (meant.certainty, meant.command) == (Certainty.DO, PLAYED[text])


@for_each("text", ASKED)
def test_a_letter_that_may_be_a_name_is_asked_about(text: str) -> None:
    meant = understood(text, "oware")
    assert (meant.certainty, meant.command) == (Certainty.ASK, ASKED[text])


@for_each("text", TALK)
def test_other_letters_are_talk(text: str) -> None:
    assert understood(text, "oware").certainty is Certainty.PASS_ON


@for_each("text", [*PLAYED, *ASKED])
def test_in_other_games_a_letter_is_no_move(text: str) -> None:
    assert understood(text, "hex").command not in "ABCDEF"
