"""Boards in words."""

from __future__ import annotations

from pbm.core.games import Seat, find
from pbm.pictures.words import alt


def test_a_board_is_told_in_sentences_in_one_line() -> None:
    game = find("gyges")
    state = game.start()
    for move in ("231123", "321123", "13x14=44"):
        state = game.make(state, move).after
    assert alt(game, state, Seat.FIRST) == (
        "you are South, on your way to N."
        " row 6, North: triple at 61, double at 62, single at 63, single at 64, double at 65,"
        " triple at 66."
        " row 5: empty. row 4: single at 44. row 3: empty. row 2: empty."
        " row 1, South: double at 11, triple at 12, single at 14, double at 15, triple at 16."
        " North's shore: row 6. your shore: row 1."
        " last move: single from 13 to 14. the single that stood on 14 went to 44."
    )


def test_folded_lines_are_joined() -> None:
    game = find("dvonn")
    told = alt(game, game.start("random", 1))
    assert "\n" not in told
    assert ",." not in told
    assert told.count("Row") == 5
