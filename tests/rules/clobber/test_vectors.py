"""Counts and games of OpenSpiel."""

from __future__ import annotations

import pytest

from pbm.rules.clobber import RULESETS
from pbm.rules.kit.state import Move, State
from tests.combinations import in_all_tests
from tests.rules.oracle import Written, check_counts, check_ends, check_games

GAMES = {game.ruleset: game for game in RULESETS}
FILES = [("clobber", "5x6"), ("clobber8", "8x8")]


def written(ruleset: str) -> Written:
    names = GAMES[ruleset].grid.names

    def move(state: State, step: Move) -> str:
        return "".join(names[cell] for cell in step)

    return move


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("most", [90_000, *in_all_tests([3_000_000])])
def test_the_counts_agree(name: str, ruleset: str, most: int) -> None:
    assert check_counts(name, GAMES[ruleset], most) >= 2


@pytest.mark.parametrize(("name", "ruleset"), FILES)
@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
def test_whole_games_agree(name: str, ruleset: str, step: int) -> None:
    assert check_games(name, GAMES[ruleset], written(ruleset), step) >= 5


@pytest.mark.parametrize(("name", "ruleset"), FILES)
def test_the_moves_that_win_agree(name: str, ruleset: str) -> None:
    assert check_ends(name, GAMES[ruleset], written(ruleset)) == 25
