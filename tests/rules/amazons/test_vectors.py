"""Counts and games of OpenSpiel."""

from __future__ import annotations

import pytest

from pbm.rules.amazons import RULESETS
from pbm.rules.perft import perft
from tests.combinations import in_all_tests
from tests.rules.oracle import check_counts, check_ends, check_games

GAMES = {game.ruleset: game for game in RULESETS}
FILES = [("amazons", "standard"), ("amazons6", "6x6")]


@pytest.mark.parametrize(("name", "ruleset"), FILES)
def test_the_counts_agree(name: str, ruleset: str) -> None:
    assert check_counts(name, GAMES[ruleset], 20_000) == 1


@pytest.mark.slow
def test_two_moves_of_the_small_board_are_as_many_as_they_should_be() -> None:
    assert perft(GAMES["6x6"], GAMES["6x6"].start(), 2) == 238_532


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("step", [25, *in_all_tests([1])])
def test_whole_games_agree(name: str, ruleset: str, step: int) -> None:
    game = GAMES[ruleset]
    assert check_games(name, game, game.format, step) >= 2


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.slow
def test_the_moves_that_win_agree(name: str, ruleset: str) -> None:
    game = GAMES[ruleset]
    assert check_ends(name, game, game.format) == 25
