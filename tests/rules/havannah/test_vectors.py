"""Counts and games of OpenSpiel."""

from __future__ import annotations

import pytest

from pbm.rules.havannah import RULESETS
from pbm.rules.kit.state import SWAP, Move, State
from tests.combinations import in_all_tests
from tests.rules.oracle import Written, check_counts, check_ends, check_games

GAMES = {game.ruleset: game for game in RULESETS}
FILES = [("havannah4", "4-noswap"), ("havannah8", "8-noswap"), ("havannah8swap", "8")]


def written(ruleset: str) -> Written:
    """A swap is written there as the cell of the first stone."""
    game = GAMES[ruleset]

    def move(state: State, each: Move) -> str:
        stone = game.grid.names[state.board.find("w")] if each == SWAP else ""
        return stone or game.format(state, each)

    return move


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("most", [30_000, *in_all_tests([2_000_000])])
def test_the_counts_agree(name: str, ruleset: str, most: int) -> None:
    assert check_counts(name, GAMES[ruleset], most) >= 2


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
def test_whole_games_agree(name: str, ruleset: str, step: int) -> None:
    assert check_games(name, GAMES[ruleset], written(ruleset), step) >= 5


def test_games_that_fill_the_board_agree() -> None:
    assert check_games("havannah4.rare", GAMES["4-noswap"], written("4-noswap")) == 8


@pytest.mark.parametrize(("name", "ruleset"), FILES)
def test_the_moves_that_win_agree(name: str, ruleset: str) -> None:
    assert check_ends(name, GAMES[ruleset], written(ruleset)) == 25
