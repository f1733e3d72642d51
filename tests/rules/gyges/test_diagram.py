"""Boards as text. The boards for South and for North differ in their labels."""

from __future__ import annotations

import pytest

from pbm.rules.game import Seat, Style
from tests.rules.gyges.drawn import CLASSIC, board, play

START = CLASSIC.start()
PLY_7 = play(START, "231123", "321123", "16-35", "61-53", "15-24", "66x65=21", "13-14-24x35=33")


def test_the_grid_marks_the_ring_moved_the_ring_displaced_and_the_slot_left() -> None:
    assert CLASSIC.render(PLY_7, Style.GRID, Seat.SECOND) == board("""
        |               N                you are North, on your way to S
        |     1   2   3   4   5   6
        |   +---+---+---+---+---+---+
        | 6 |   | 2 | 1 | 1 | 3 |   | 6  <- your shore
        |   +---+---+---+---+---+---+
        | 5 |   |   | 3 |   |   |   | 5
        |   +---+---+---+---+---+---+
        | 4 |   |   |   |   |   |   | 4
        |   +---+---+---+---+---+---+
        | 3 |   |   |=3=|   |>1<|   | 3
        |   +---+---+---+---+---+---+
        | 2 | 2 |   |   | 2 |   |   | 2
        |   +---+---+---+---+---+---+
        | 1 | 2 | 3 | : | 1 |   |   | 1  <- South's shore
        |   +---+---+---+---+---+---+
        |     1   2   3   4   5   6
        |               S
        |
        |> < moved last   = displaced   : left from here
    """)


def test_the_compact_board_looks_like_source_000_with_marks() -> None:
    assert CLASSIC.render(PLY_7, Style.COMPACT, Seat.FIRST) == board("""
        |         N
        |    1 2 3 4 5 6
        | 6  . 2 1 1 3 .  6  <- North's shore
        | 5  . . 3 . . .  5
        | 4  . . . . . .  4
        | 3  . .=3 .>1 .  3
        | 2  2 . . 2 . .  2
        | 1  2 3 : 1 . .  1  <- your shore
        |    1 2 3 4 5 6
        |         S           you are South, on your way to N
        |
        |> moved last   = displaced   : left from here
    """)


def test_the_list_contains_everything_on_the_board() -> None:
    assert CLASSIC.render(PLY_7, Style.LIST) == board("""
        |row 6, North: double at 62, single at 63, single at 64, triple at 65
        |row 5: triple at 53
        |row 4: empty
        |row 3: triple at 33, single at 35
        |row 2: double at 21, double at 24
        |row 1, South: double at 11, triple at 12, single at 14
        |North's shore: row 6
        |South's shore: row 1
        |last move: single from 13 to 35
        |the triple that stood on 35 went to 33
    """)


def test_while_rings_are_placed_the_rows_to_fill_are_named() -> None:
    assert CLASSIC.render(START, Style.COMPACT, Seat.FIRST) == board("""
        |         N
        |    1 2 3 4 5 6
        | 6  . . . . . .  6  <- North's row to fill
        | 5  . . . . . .  5
        | 4  . . . . . .  4
        | 3  . . . . . .  3
        | 2  . . . . . .  2
        | 1  . . . . . .  1  <- your row to fill
        |    1 2 3 4 5 6
        |         S           you are South, on your way to N
    """)
    halfway = CLASSIC.render(play(START, "231123"), Style.LIST, Seat.SECOND)
    assert halfway.splitlines()[-2:] == [
        "your row to fill: row 6",
        "last move: 2 3 1 1 2 3 placed on row 1",
    ]


def test_the_ring_that_won_is_shown_in_the_goal() -> None:
    before = CLASSIC.decode("1...../2...../....../....../....../...... n")
    won = play(before, "61-62", "51-N")
    for style in (Style.GRID, Style.COMPACT):
        board = CLASSIC.render(won, style, Seat.SECOND).splitlines()
        assert board[0].split() == ["N", ">2", "you", "are", "North"]
        assert "South wins" in board
    told = CLASSIC.render(won, Style.LIST, Seat.SECOND).splitlines()
    assert told[-2:] == ["last move: double from 51 to N", "South wins"]


def test_a_row_that_is_both_shores_has_one_label() -> None:
    board = CLASSIC.decode("....../....../.21.../....../....../...... n")
    assert "4  <- both shores" in CLASSIC.render(board, Style.GRID, Seat.FIRST)


def test_a_forced_pass_leaves_the_marks_on_the_last_move() -> None:
    stalemate = CLASSIC.decode(".3.3.3/112232/...1.2/...1../....../...... s")
    passed = play(stalemate, "34-44-43")
    assert CLASSIC.passed(passed)
    assert " 4  . .>1 1 . 2  4" in CLASSIC.render(passed, Style.COMPACT)
    assert "last move: single from 34 to 43" in CLASSIC.render(passed, Style.LIST)


@pytest.mark.parametrize("style", Style)
def test_labels_can_be_translated(style: Style) -> None:
    german = {"you_are": "du bist {seat} und willst nach {goal}", "South": "Süd"}
    board = CLASSIC.render(PLY_7, style, Seat.FIRST, german)
    assert "du bist Süd und willst nach N" in board
    assert "North" in board
