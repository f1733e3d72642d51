"""Sets of slots and goals in 64 bits, so that the functions which take most time can be compiled.

The sets of the rules are longer, since they fit their arrangements. In these sets, the rows 1 to 3
have even bits, and the rows 4 to 6 the odd bits beside them. Goals have bits that are left over.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..board import BEYOND, SLOTS, each, is_goal

_BOTTOM, _MIDDLE = 10, 40
"""The numbers of the slots begin above these, in the rows 1 to 3 and in the rows 4 to 6."""

_HALF = (1 << 2 * (_MIDDLE - _BOTTOM)) - 1


def _bit(slot: int) -> int:
    return 2 * (slot - _MIDDLE) + 1 if slot > _MIDDLE else 2 * (slot - _BOTTOM)


_BITS_OF_SLOTS = {slot: _bit(slot) for slot in SLOTS}
_LEFT_OVER = sorted({*range(64)} - {*_BITS_OF_SLOTS.values()})
_GOALS = [cell for cell in range(BEYOND) if is_goal(cell) and cell % 10 <= 6]

BITS = _BITS_OF_SLOTS | dict(zip(_GOALS, _LEFT_OVER, strict=False))
"""The bit of each slot, goal and cell of a goal."""


def of(cells: Iterable[int]) -> int:
    """Return the set of some slots and goals."""
    return sum(1 << BITS[cell] for cell in {*cells})


def squeezed(chosen: int) -> int:
    """Return a set of the rules as a set of 64 bits."""
    return of(each(chosen))


def lower_half(rings: int) -> int:
    """Return the rows 1 to 3 of an arrangement."""
    return rings >> 2 * _BOTTOM & _HALF


def upper_half(rings: int) -> int:
    """Return the rows 4 to 6 of an arrangement."""
    return rings >> 2 * _MIDDLE & _HALF
