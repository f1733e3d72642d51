"""What the rings of a player's first rank could reach, and what that is worth.

A side is a number of ``ways``: even for South, odd for North. An arrangement is two sets: the slots
with rings of one or three steps (``odd``), and those with rings of two or three (``far``). ``off``
has what is off the board, as in ``reserves``: a digit for the goals of the side and one for each
size in its reserve.
"""

from __future__ import annotations

from ... import bits
from ..board import ROWS, SIZES, SLOTS
from . import sets, ways

_LOWER = sets.of(slot for slot in SLOTS if slot < SLOTS[18])
_UPPER = _LOWER << 1
_BOARD = _LOWER | _UPPER
_ROWS = [sets.of(slot for slot in SLOTS if slot // 10 == row) for row in ROWS]

_BOUNCE, _END, _WAY_HOME, _GOAL = 25, 1, 30, 400
"""The values of a ring within reach, an empty slot, the goal, and a goal that is scored."""


def lead(side: int, lower: int, upper: int, off: int) -> int:
    """Return the value of an arrangement for South, less its value for North.

    side: South's. lower, upper: the halves of the arrangement. off: of South, then of North.
    """
    odd, far = odd_sizes(lower, upper), far_sizes(lower, upper)
    return _worth(side, odd, far, off & 0o7777) - _worth(side + 1, odd, far, off >> 12)


def may_reach_goal(side: int, lower: int, upper: int, off: int) -> bool:
    """Return false if the rings of the first rank certainly cannot reach the goal."""
    ends = reach(side, odd_sizes(lower, upper), far_sizes(lower, upper), off)
    return ends & ways.goal_of(side) != 0


def odd_sizes(lower: int, upper: int) -> int:
    """Return the slots with rings of one or three steps."""
    return lower & _LOWER | (upper & _LOWER) << 1


def far_sizes(lower: int, upper: int) -> int:
    """Return the slots with rings of two or three steps."""
    return lower >> 1 & _LOWER | upper & _UPPER


def _worth(side: int, odd: int, far: int, off: int) -> int:
    ends, standing = reach(side, odd, far, off), odd | far
    return (
        _BOUNCE * bits.count(ends & standing)
        + _END * bits.count(ends & _BOARD & ~standing)
        + (_WAY_HOME if ends & ways.goal_of(side) else 0)
        + _GOAL * (off & 7)
    )


def reach(side: int, odd: int, far: int, off: int) -> int:
    """Return the slots and goals that the rings of the first rank could reach without G5.

    All of these rings count as lifted at once, so that a single search is enough for them.
    """
    standing = odd | far
    if off >> 3:
        blocking = standing
        ends = _entering(side, standing, off)
        seen = waiting = ends & standing
    else:
        seen = waiting = _shore(side, standing)
        blocking = standing ^ waiting
        ends = 0
    while waiting:
        lowest = waiting & -waiting
        slot = bits.length(lowest) - 1
        size = odd >> slot & 1 | (far >> slot & 1) << 1
        ends |= ways.ends_of(ways.kind_of(side, size, slot), blocking)
        unseen = ends & standing & ~seen
        seen |= unseen
        waiting = waiting ^ lowest | unseen
    return ends


def _entering(side: int, standing: int, off: int) -> int:
    """Return where the first ways of the rings of a reserve end."""
    ends, entry = 0, ways.entry_of(side)
    for size in SIZES:
        if off >> 3 * size & 7:
            ends |= ways.ends_of(ways.kind_of(side, size, entry), standing)
    return ends


def _shore(side: int, standing: int) -> int:
    """Return the occupied slots of the row that is nearest to the side's own goal."""
    for row in range(6):
        found = standing & _ROWS[5 - row if side & 1 else row]
        if found:
            return found
    return 0
