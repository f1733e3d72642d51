"""Boards in words."""

from __future__ import annotations

import pytest

from pbm.core.games import Seat, all_games, find
from pbm.core.languages import languages
from pbm.notices.wording import words_in
from pbm.pictures.words import alt


def test_a_board_is_told_in_sentences_in_one_line() -> None:
    game = find("gyges")
    state = game.start()
    for move in ("231123", "321123", "13x14=44"):
        state = game.make(state, move).after
    assert alt(game, state, Seat.FIRST) == (
        "You are South, on your way to N."
        " Row 6, North: triple at 61, double at 62, single at 63, single at 64, double at 65,"
        " triple at 66."
        " Row 5: empty. Row 4: single at 44. Row 3: empty. Row 2: empty."
        " Row 1, South: double at 11, triple at 12, single at 14, double at 15, triple at 16."
        " North's shore: row 6. Your shore: row 1."
        " Last move: single from 13 to 14. The single that stood on 14 went to 44."
    )


def test_folded_lines_are_joined() -> None:
    game = find("dvonn")
    told = alt(game, game.start("random", 1))
    assert "\n" not in told
    assert ",." not in told
    assert told.count("Row") == 5


@pytest.mark.parametrize("language", languages())
def test_every_sentence_begins_with_a_capital(language: str) -> None:
    for game in all_games():
        told = alt(game, game.start(), Seat.SECOND, words_in(language, game))
        assert all(sentence[:1].isupper() for sentence in told.split(". ")), told
