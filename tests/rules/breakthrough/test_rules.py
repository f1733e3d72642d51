"""The rules by their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from pbm.rules.errors import GameOver, IllegalMove
from pbm.rules.game import Outcome, Seat
from tests.combinations import for_each
from tests.rules.breakthrough.boards import GAMES, MEETING, SMALL, drawn, moves, played, refused


@for_each(("ruleset", "size"), [("standard", 8), ("6x6", 6), ("7x7", 7), ("10x10", 10)])
def test_bt1_each_side_begins_with_two_rows_and_white_moves_first(ruleset: str, size: int) -> None:
    game = GAMES[ruleset]
    rows = game.encode(game.start()).split()[0].split("/")
    free = ["." * size] * (size - 4)
    assert rows == ["b" * size] * 2 + free + ["w" * size] * 2
    assert game.to_move(game.start()) is Seat.FIRST
    assert game.format(game.start(), next(iter(game.legal_moves(game.start())))) == "a2-a3"


def test_bt2_a_piece_moves_one_step_ahead() -> None:
    assert moves(drawn()) == [
        "c2-b3", "c2-c3", "d2-c3", "d2-e3", "a3-a4", "d3xc4", "d3-d4", "d3-e4", "b4-a5", "b4xc5"
    ]  # fmt: skip
    assert Counter(text[:2] for text in moves(drawn(side="b"))) == {"b5": 1, "c4": 3, "c5": 2}


@for_each("text", ["d3-d5", "d3-c3", "d3-d2", "d3-c2", "a3-f4", "d3-f5"])
def test_bt2_a_piece_moves_nowhere_else(text: str) -> None:
    assert refused(drawn(), text) == ("BT2", "one_step_ahead")


@for_each(
    ("rule", "code", "text"),
    [
        ("BT2", "nothing_there", "a1-a2"),
        ("BT2", "not_yours", "b5-b4"),
        ("BT3", "no_capture_ahead", "b4-b5"),
        ("BT4", "own_piece_there", "c2-d3"),
        ("BT4", "own_piece_there", "d2-d3"),
    ],
)
def test_bt3_bt4_a_move_is_refused_by_the_rule_that_it_breaks(
    rule: str, code: str, text: str
) -> None:
    assert refused(drawn(), text) == (rule, code)


def test_bt3_straight_ahead_only_an_empty_cell_is_reached() -> None:
    assert "b4-b5" not in moves(drawn())
    assert "b4xb5" not in moves(drawn())


def test_bt4_diagonally_a_piece_is_taken_and_nobody_has_to() -> None:
    after = played(drawn(), "d3xc4")
    assert SMALL.encode(after) == "....../.bb.../.ww.../w...../..ww../...... b"
    assert after.taken == "b"
    assert "d3-d4" in moves(drawn())


@for_each(("side", "move", "winner"), [("w", "c5-d6", Seat.FIRST), ("b", "e2xd1", Seat.SECOND)])
def test_bt5_a_piece_in_the_last_row_wins(side: str, move: str, winner: Seat) -> None:
    before = drawn(
        """
        . . . . . .
        . . w . . .
        . . . . . .
        . . . . . .
        . . . . b .
        . . . w . .
        """,
        side,
    )
    assert SMALL.outcome(before) is None
    after = played(before, move)
    assert SMALL.outcome(after) == Outcome(winner, "last_row")
    assert SMALL.to_move(after) is None
    with pytest.raises(GameOver):
        SMALL.parse(after, "a1-a2")


def test_bt6_who_takes_all_pieces_wins() -> None:
    before = drawn(
        """
        . . . . . .
        . . . . . .
        . b . . . .
        w . w . . .
        . . . . . .
        . . . . . .
        """
    )
    assert SMALL.outcome(played(before, "a3xb4")) == Outcome(Seat.FIRST, "all_taken")
    assert SMALL.outcome(played(before, "a3-a4")) is None


@pytest.mark.parametrize(
    ("rule", "code", "text"),
    [
        ("BT3", "explains_straight", "a3-a4"),
        ("BT4", "explains_diagonal", "d3-e4"),
        ("BT4", "explains_capture", "b4xc5"),
    ],
)
def test_bt3_bt4_a_step_is_explained_by_its_rule(rule: str, code: str, text: str) -> None:
    (told,) = SMALL.explain(drawn(), text)
    assert (told.facts["rule"], told.code) == (rule, code)


@pytest.mark.parametrize(
    ("rule", "code", "board", "text"),
    [
        ("BT5", "explains_last_row", "....../..w.../....../....../b...../......", "c5-c6"),
        ("BT6", "explains_all_taken", "....../..b.../.w..../....../....../......", "b4xc5"),
    ],
)
def test_bt5_bt6_the_end_is_explained_by_its_rule(
    rule: str, code: str, board: str, text: str
) -> None:
    *_, told = SMALL.explain(SMALL.decode(f"{board} w"), text)
    assert (told.facts["rule"], told.code) == (rule, code)


def test_nobody_may_pass() -> None:
    with pytest.raises(IllegalMove) as caught:
        SMALL.skip(drawn())
    assert (caught.value.rule, caught.value.phrase.code) == ("BT2", "may_not_pass")


def test_a_move_beyond_the_board_is_refused() -> None:
    with pytest.raises(IllegalMove) as caught:
        SMALL.apply(drawn(), (0, 99))
    assert caught.value.phrase.code == "off_the_board"


def test_an_example_wins_or_does_not_lose_at_once() -> None:
    near = drawn(MEETING.replace(". b b . . .", ". b b w . .", 1))
    assert SMALL.format(near, SMALL.example(near) or (0, 0)) == "d5-c6"
    threat = drawn(
        """
        b b b b b b
        . . . . . .
        . . . . . .
        w . . . . .
        . . . b . .
        w . w . . .
        """
    )
    assert SMALL.format(threat, SMALL.example(threat) or (0, 0)) == "c1xd2"
