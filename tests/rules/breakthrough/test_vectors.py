"""Counts and games of OpenSpiel."""

from __future__ import annotations

import pytest

from pbm.rules.kit.state import EMPTY, Move, State
from tests.combinations import in_all_tests
from tests.rules.breakthrough.boards import GAMES
from tests.rules.oracle import Written, check_counts, check_ends, check_games

FILES = [("breakthrough", "standard"), ("breakthrough6", "6x6")]
SLOW = 20_000


def written(ruleset: str) -> Written:
    """OpenSpiel's Black begins, from the last rows: rows are counted from the other side."""
    grid = GAMES[ruleset].grid

    def name(cell: int) -> str:
        column, row = grid.places[cell]
        return f"{chr(ord('a') + column)}{len(grid.rows) - row}"

    def move(state: State, step: Move) -> str:
        star = "" if state.board[step[1]] == EMPTY else "*"
        return f"{name(step[0])}{name(step[1])}{star}"

    return move


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("most", [SLOW, *in_all_tests([2_000_000])])
def test_the_counts_agree(name: str, ruleset: str, most: int) -> None:
    assert check_counts(name, GAMES[ruleset], most) >= 3


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
def test_whole_games_agree(name: str, ruleset: str, step: int) -> None:
    assert check_games(name, GAMES[ruleset], written(ruleset), step) >= 10


@pytest.mark.parametrize(("name", "ruleset"), FILES)
def test_the_moves_that_win_agree(name: str, ruleset: str) -> None:
    assert check_ends(name, GAMES[ruleset], written(ruleset)) == 25
