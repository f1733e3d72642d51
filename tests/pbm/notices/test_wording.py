from __future__ import annotations

import pytest

from pbm.core.games import Phrase, RulesError, Word, find
from pbm.notices.wording import player_refusal, say, step, words_in
from tests.combinations import for_each

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
def test_several_values_of_a_fact_are_enumerated(slots: tuple[str, ...], said: str) -> None:
    assert say(WORDS, bounces(*slots)) == f"single 13 bounces on {said}"


def test_a_phrase_is_put_into_the_language_of_the_words() -> None:
    assert say(GERMAN, bounces("14", "24")) == "der Einer 13 prallt von 14 und 24 ab"


def test_words_shared_by_all_games_are_found() -> None:
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
def test_a_missing_word_or_fact_is_an_error(phrase: Phrase) -> None:
    with pytest.raises(LookupError):
        say(WORDS, phrase)


@for_each(
    ("language", "end"),
    [
        ("en", "(rule D5 of DVONN)"),
        ("de", "(DVONN-Regel D5)"),
        ("fr", "(règle D5 de DVONN)"),
        ("nl", "(DVONN-regel D5)"),
    ],
)
def test_a_rule_whose_name_is_also_a_cell_is_told_with_its_game(language: str, end: str) -> None:
    game = find("dvonn/standard")
    with pytest.raises(RulesError) as found:
        game.parse(game.start("random", 1), "A1-C1")
    told = player_refusal(game, found.value, words_in(language, game))
    assert told.endswith(end)


@for_each("language", ["en", "de", "fr", "it", "nl"])
def test_the_rule_of_a_step_stands_at_its_end(language: str) -> None:
    game = find("dvonn/standard")
    edge = Phrase("explains_edge", {"rule": "D6", "cell": "A1"})
    told = step(words_in(language, game), edge)
    assert "D6" in told.rpartition("(")[2]
