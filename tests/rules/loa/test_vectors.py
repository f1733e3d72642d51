"""Counts and games of OpenSpiel, and a second reading of the rules."""

from __future__ import annotations

import pytest

from pbm.rules.engines import engine_of
from pbm.rules.play import replay
from pbm.rules.proofs import Prover
from tests.combinations import in_all_tests
from tests.rules.loa.boards import GAME
from tests.rules.oracle import check_counts, check_ends, check_games, of_kind


@pytest.mark.parametrize("most", [2_000, *in_all_tests([2_000_000])])
def test_the_counts_agree(most: int) -> None:
    assert check_counts("loa", GAME, most) >= 2


@pytest.mark.parametrize("step", [10, *in_all_tests([1])])
@pytest.mark.parametrize("name", ["loa", "loa.rare"])
def test_whole_games_agree(name: str, step: int) -> None:
    """There a board that comes the second time is a draw, no matter who is to move."""
    assert check_games(name, GAME, GAME.format, step, draws_earlier=True) >= 2


def test_the_moves_that_win_agree() -> None:
    assert check_ends("loa", GAME, GAME.format) == 25


def test_wins_in_one_are_told_from_moves_that_lose_at_once() -> None:
    prover = Prover(engine_of(GAME))
    for line in of_kind("loa", "end"):
        state = replay(GAME, GAME.start(), line["moves"]).state
        won = {GAME.format(state, move) for move in prover.wins_in_one(state)}
        assert won == {*line["wins"]}
