from __future__ import annotations

import pytest

from pbm.core.games import Phrase, Word
from pbm.notices.wording import say

WORDS = {
    "crossed_twice": "connection {connection} is crossed twice",
    "bounces": "{ring} {slot} bounces on {on}",
    "single": "single",
}
GERMAN = {"bounces": "{ring} {slot} prallt von {on} ab", "single": "der Einer", "and": "und"}


def bounces(*slots: str) -> Phrase:
    return Phrase("bounces", {"ring": Word("single"), "slot": 13, "on": slots})


def test_facts_fill_the_sentence() -> None:
    phrase = Phrase("crossed_twice", {"connection": "31-32"})
    assert say(WORDS, phrase) == "connection 31-32 is crossed twice"


@pytest.mark.parametrize(
    ("slots", "said"),
    [(("14",), "14"), (("14", "24"), "14 and 24"), (("14", "24", "35"), "14, 24 and 35")],
)
def test_several_facts_are_listed(slots: tuple[str, ...], said: str) -> None:
    assert say(WORDS, bounces(*slots)) == f"single 13 bounces on {said}"


def test_another_language_is_another_set_of_words() -> None:
    assert say(GERMAN, bounces("14", "24")) == "der Einer 13 prallt von 14 und 24 ab"


def test_words_that_all_games_share_need_no_repeating() -> None:
    assert say(WORDS, Phrase("game_over")) == "the game is over"


@pytest.mark.parametrize(
    "phrase",
    [
        Phrase("unknown"),
        Phrase("crossed_twice"),
        Phrase("crossed_twice", {"connection": Word("?")}),
    ],
    ids=["no sentence", "no fact", "no word"],
)
def test_what_has_no_words_is_an_error(phrase: Phrase) -> None:
    with pytest.raises(LookupError):
        say(WORDS, phrase)
