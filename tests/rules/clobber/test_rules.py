"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.clobber import RULESETS
from pbm.rules.errors import GameOver, IllegalMove
from pbm.rules.game import Outcome, Seat
from pbm.rules.kit.state import State
from tests.combinations import for_each
from tests.rules.boards import Boards

GAMES = {game.ruleset: game for game in RULESETS}
GAME = GAMES["5x6"]
BOARDS = Boards(GAME)
moves = BOARDS.moves

LATE = """
    . . . . . .
    . w b . . .
    . . . . . w
    . . w w . b
    b . . . . .
"""


def drawn(text: str = LATE, side: str = "w") -> State:
    return BOARDS.drawn(text, side)


@for_each(("ruleset", "columns", "rows"), [("5x6", 6, 5), ("8x8", 8, 8), ("10x10", 10, 10)])
def test_cl1_the_pieces_stand_like_the_squares_of_a_chessboard(
    ruleset: str, columns: int, rows: int
) -> None:
    game = GAMES[ruleset]
    found = game.encode(game.start()).split()[0].split("/")
    lines = [("wb" * columns)[row % 2 :][:columns] for row in range(rows)]
    assert found[::-1] == lines
    assert game.to_move(game.start()) is Seat.FIRST
    assert game.owners[game.start().board[game.grid.by_name["a1"]]] is Seat.FIRST


def test_cl2_a_piece_moves_to_a_cell_right_beside_it() -> None:
    assert moves(drawn()) == ["f3xf2", "b4xc4"]
    assert moves(drawn(side="b")) == ["f2xf3", "c4xb4"]
    after = GAME.make(drawn(), "f3f2").after
    assert GAME.encode(after) == "....../.wb.../....../..ww.w/b..... b"
    assert after.taken == "b"


@for_each(
    ("rule", "code", "text"),
    [
        ("CL2", "nothing_there", "a2-a1"),
        ("CL2", "not_yours", "f2xf3"),
        ("CL2", "not_beside", "b4-d4"),
        ("CL2", "not_beside", "d2-c1"),
        ("CL2", "not_beside", "f3-a2"),
        ("CL3", "nothing_to_take", "b4-b5"),
        ("CL3", "own_piece_there", "c2xd2"),
    ],
)
def test_cl2_cl3_a_move_is_refused_by_the_rule_that_it_breaks(
    rule: str, code: str, text: str
) -> None:
    assert BOARDS.refused(drawn(), text) == (rule, code)


def test_cl2_nobody_may_pass() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(drawn())
    assert (caught.value.rule, caught.value.phrase.code) == ("CL2", "may_not_pass")


def test_cl4_who_cannot_move_loses() -> None:
    state = GAME.make(drawn(), "f3xf2").after
    assert GAME.outcome(state) is None
    told = [(each.code, each.facts["rule"]) for each in GAME.explain(state, "c4xb4")]
    assert told == [("explains_taking", "CL2"), ("explains_stuck", "CL4")]
    state = GAME.make(state, "c4xb4").after
    assert GAME.outcome(state) == Outcome(Seat.SECOND, "cannot_move")
    assert GAME.outcome(GAME.decode(GAME.encode(state))) == Outcome(Seat.SECOND, "cannot_move")
    with pytest.raises(GameOver):
        GAME.parse(state, "b4xa4")


def test_an_example_wins_at_once_if_a_move_does() -> None:
    state = GAME.make(drawn(), "f3xf2").after
    assert GAME.format(state, GAME.example(state) or (0, 0)) == "c4xb4"
