"""Estimates of Gyges, by what the rings of each player's shore can reach."""

from __future__ import annotations

from ...game import Seat
from ..board import BOARD
from ..classic import Classic
from ..reserves import goals
from ..rings import occupied
from .goals import goal_of
from .reach import reach

_BOUNCE, _END, _WAY_HOME, _GOAL = 25, 1, 30, 400
"""The values of a ring within reach, an empty slot, the goal, and a goal that is scored."""


def lead(rules: Classic, rings: int) -> int:
    """Return the value of an arrangement for South, less its value for North."""
    return _worth(rules, rings, Seat.FIRST) - _worth(rules, rings, Seat.SECOND)


def _worth(rules: Classic, rings: int, seat: Seat) -> int:
    ends, standing = reach(rules, rings, seat), occupied(rings)
    return (
        _BOUNCE * (ends & standing).bit_count()
        + _END * (ends & BOARD & ~standing).bit_count()
        + _WAY_HOME * bool(ends & goal_of(rules, seat))
        + _GOAL * goals(rings, seat)
    )
