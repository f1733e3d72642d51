"""Counts and games of OpenSpiel."""

from __future__ import annotations

import pytest

from pbm.rules.ygame import RULESETS
from tests.combinations import in_all_tests
from tests.rules.oracle import check_counts, check_ends, check_games

GAMES = {game.ruleset: game for game in RULESETS}
GAME = GAMES["11-noswap"]


@pytest.mark.parametrize("most", [20_000, *in_all_tests([2_000_000])])
def test_the_counts_agree(most: int) -> None:
    assert check_counts("y11", GAME, most) >= 2


@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
def test_whole_games_agree(step: int) -> None:
    assert check_games("y11", GAME, GAME.format, step) >= 10


def test_the_moves_that_win_agree() -> None:
    assert check_ends("y11", GAME, GAME.format) == 25
