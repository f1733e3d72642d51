"""Counts and games of OpenSpiel, and a second reading of the rules."""

from __future__ import annotations

import pytest

from tests.combinations import in_all_tests
from tests.rules.oracle import check_counts, check_ends, check_games
from tests.rules.reversi.boards import GAME

NAMES = ("reversi", "reversi.rare")


@pytest.mark.parametrize("most", [20_000, *in_all_tests([2_000_000])])
def test_the_counts_agree(most: int) -> None:
    assert check_counts("reversi", GAME, most) >= 6


@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
@pytest.mark.parametrize("name", NAMES)
def test_whole_games_agree(name: str, step: int) -> None:
    assert check_games(name, GAME, GAME.format, step) >= 1


def test_the_moves_that_win_agree() -> None:
    assert check_ends("reversi", GAME, GAME.format) == 25
