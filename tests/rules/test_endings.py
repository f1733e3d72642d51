"""The search to the end of a game, compared with trying everything."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbm import rules
from pbm.rules.endings import Endings, TooFarError
from pbm.rules.engine import PIECE, WON, margin
from pbm.rules.engines import engine_of
from pbm.rules.game import Seat
from tests.combinations import for_each
from tests.rules.playouts import turns

DVONN = rules.games()["dvonn/standard"]
ENGINE = engine_of(DVONN)
FEW = 7
"""With at most this many stacks left, all moves can be tried."""


@cache
def scored(state: Any) -> int:
    """Return the margin of the first seat with best play, by the rules alone."""
    seat = DVONN.to_move(state)
    if seat is None:
        outcome = DVONN.outcome(state)
        assert outcome and outcome.score
        return outcome.score[0] - outcome.score[1]
    best = max if seat is Seat.FIRST else min
    return best(scored(DVONN.apply(state, move)) for move in DVONN.legal_moves(state))


def late_turns(seed: int) -> list[tuple[Any, Any]]:
    """Return the states at the end of a random game, each with the move that was played."""
    found = [turn for turn in turns("dvonn/standard", seed) if not turn[0].placing]
    return [turn for turn in found if turn[0].board.occupied.bit_count() <= FEW]


@for_each("seed", range(1, 5))
def test_the_value_of_a_late_position_is_its_margin_with_best_play(seed: int) -> None:
    endings = Endings(ENGINE, 10_000)
    for state, move in reversed(late_turns(seed)):
        sign = 1 if DVONN.to_move(state) is Seat.FIRST else -1
        position = ENGINE.position(state)
        assert margin(endings.value(position)) == sign * scored(state)
        after = DVONN.apply(state, move)
        assert margin(endings.value_of(position, move)) == sign * scored(after)
        best = DVONN.apply(state, endings.best(position))
        assert scored(best) == scored(state)


def test_bounds_decide_who_wins_without_the_margin() -> None:
    for state, _ in late_turns(1):
        sign = 1 if DVONN.to_move(state) is Seat.FIRST else -1
        wins = Endings(ENGINE, 10_000).value(ENGINE.position(state), 0, 1) > 0
        assert wins == (sign * scored(state) > 0)


def test_a_position_far_from_the_end_is_given_up() -> None:
    position = ENGINE.position(DVONN.start("random", 1))
    with pytest.raises(TooFarError):
        Endings(ENGINE, 100).value(position)


@pytest.mark.parametrize(("value", "pieces"), [(0, 0), (WON + 7 * PIECE, 7), (-WON - PIECE, -1)])
def test_the_margin_is_part_of_a_value(value: int, pieces: int) -> None:
    assert margin(value) == pieces
