"""Estimates of DVONN: the activity of White's stacks, less that of Black's stacks."""

from __future__ import annotations

from ... import bits
from .. import jumping
from ..board import grown, surrounded

_PIECE, _STACK, _MOVE, _ON_ENEMY, _ON_DVONN, _NEAR = 4, 6, 4, 3, 10, 5


def value(fields: jumping.Fields) -> int:
    """Return the value of a board on which stacks move, or pieces are placed."""
    stacks, occupied, dvonn, white, black = fields
    return _activity(stacks, white, black, occupied, dvonn) - _activity(
        stacks, black, white, occupied, dvonn
    )


def _activity(stacks: tuple[str, ...], own: int, enemies: int, occupied: int, dvonn: int) -> int:
    total = _NEAR * bits.count(own & grown(dvonn))
    free, waiting = ~surrounded(occupied), own
    while waiting:
        lowest = waiting & -waiting
        cell = bits.length(lowest) - 1
        height = len(stacks[cell])
        total += _PIECE * height
        ends = jumping.LANDINGS[cell * jumping.HEIGHTS + height] & occupied
        # A surrounded stack, too: it is free a few moves later, and without this the program
        # wins a third of its games against itself with it.
        total += _MOVE * bits.count(ends)
        if lowest & free and ends:
            total += _STACK + _ON_ENEMY * bits.count(ends & enemies)
            total += _ON_DVONN * bits.count(ends & dvonn)
        waiting ^= lowest
    return total
