"""Counts and games of OpenSpiel, and a second reading of the rules."""

from __future__ import annotations

import pytest

from pbm.rules.oware import RULESETS
from tests.combinations import in_all_tests
from tests.rules.oracle import check_counts, check_ends, check_games
from tests.rules.oware.brute import compare_game

(GAME,) = RULESETS


@pytest.mark.parametrize("most", [20_000, *in_all_tests([2_000_000])])
def test_the_counts_agree(most: int) -> None:
    assert check_counts("oware", GAME, most) >= 5


@pytest.mark.parametrize(("name", "games"), [("oware", 100), ("oware.rare", 20)])
def test_whole_games_agree(name: str, games: int) -> None:
    assert check_games(name, GAME, GAME.format) == games


def test_the_moves_that_win_agree() -> None:
    assert check_ends("oware", GAME, GAME.format) == 25


@pytest.mark.parametrize("seed", [*range(0, 12, 2), *in_all_tests([1, 3])])
def test_a_second_reading_of_the_rules_agrees_throughout_a_random_game(seed: int) -> None:
    assert compare_game(GAME, seed) > 15
