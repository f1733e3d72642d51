"""A second move generator finds the same moves; ``scripts/trials dvonn`` compares more games."""

from __future__ import annotations

import random
from dataclasses import astuple

import pytest

from tests.combinations import in_all_tests
from tests.rules.dvonn.boards import GAME
from tests.rules.dvonn.brute import compare_game


@pytest.mark.parametrize("seed", [0, *in_all_tests(range(1, 4))])
def test_both_generators_agree_at_every_turn_of_a_random_game(seed: int) -> None:
    assert compare_game(seed) > 5


def test_the_sets_of_a_board_follow_from_its_stacks() -> None:
    dice, state = random.Random(0), GAME.start()
    while choices := list(GAME.legal_moves(state)):
        state = GAME.apply(state, dice.choice(choices))
        assert astuple(state.board) == astuple(GAME.decode(GAME.encode(state)).board)
