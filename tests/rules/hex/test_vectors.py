"""Counts and games of OpenSpiel."""

from __future__ import annotations

import pytest

from pbm.rules.hex import RULESETS
from tests.combinations import for_each, in_all_tests
from tests.rules.oracle import check_counts, check_ends, check_games

GAMES = {game.ruleset: game for game in RULESETS}
FILES = [("hex11", "11-noswap"), ("hex11swap", "11"), ("hex5", "5-noswap")]


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("most", [20_000, *in_all_tests([2_000_000])])
def test_the_counts_agree(name: str, ruleset: str, most: int) -> None:
    assert check_counts(name, GAMES[ruleset], most) >= 2


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
def test_whole_games_agree(name: str, ruleset: str, step: int) -> None:
    game = GAMES[ruleset]
    assert check_games(name, game, game.format, step) >= 10


@pytest.mark.parametrize(("name", "ruleset"), FILES)
def test_the_moves_that_win_agree(name: str, ruleset: str) -> None:
    game = GAMES[ruleset]
    assert check_ends(name, game, game.format) == 25


@for_each(("ruleset", "size"), [("11", 11), ("13", 13), ("14", 14), ("19", 19), ("5", 5)])
def test_each_size_has_a_rule_set_with_a_swap_and_one_without(ruleset: str, size: int) -> None:
    for game in (GAMES[ruleset], GAMES[f"{ruleset}-noswap"]):
        assert len(list(game.legal_moves(game.start()))) == size * size
