"""Jumps on boards as plain values, which can be compiled (D4 to D8)."""

from __future__ import annotations

from .. import bits
from . import board
from .board import LINES, SPAN, grown, surrounded
from .pieces import BLACK, DVONN, TOTAL, WHITE

Fields = tuple[tuple[str, ...], int, int, int, int]
"""The fields of a board in their order: stacks, then the sets occupied, dvonn, white and black."""

HEIGHTS = TOTAL + 1

LANDINGS = [
    board.bits(LINES[cell].get(height, ())) if cell in LINES else 0
    for cell in range(SPAN)
    for height in range(HEIGHTS)
]
"""The cells where a stack may land if they are occupied (D5), by ``cell * HEIGHTS + height``."""

_ONE = 1


def can_jump(stacks: tuple[str, ...], own: int, occupied: int) -> bool:
    """Return whether any of a player's own stacks has a move."""
    waiting = own & ~surrounded(occupied)
    while waiting:
        lowest = waiting & -waiting
        cell = bits.length(lowest) - 1
        if LANDINGS[cell * HEIGHTS + len(stacks[cell])] & occupied:
            return True
        waiting ^= lowest
    return False


def jumped(fields: Fields, origin: int, destination: int) -> Fields:
    """Return a board after a stack has moved, without the stacks that were cut off (D8)."""
    stacks, occupied, dvonn, white, black = fields
    laid = list(stacks)
    stack, laid[origin] = laid[origin], ""
    laid[destination] += stack
    left, reached = ~(_ONE << origin), _ONE << destination
    standing = occupied & left
    reds = dvonn & left | reached * (DVONN in stack)
    linked = _linked(standing, reds)
    lost = standing & ~linked
    while lost:
        cell = bits.length(lost) - 1
        laid[cell] = ""
        lost ^= _ONE << cell
    whites = white & ~reached | reached * (stack[-1] == WHITE)
    blacks = black & ~reached | reached * (stack[-1] == BLACK)
    return tuple(laid), linked, reds, whites & linked, blacks & linked


def _linked(occupied: int, dvonn: int) -> int:
    """Return the occupied cells that are linked to a DVONN piece by occupied neighbours (D8)."""
    found, more = 0, dvonn
    while found != more != occupied:
        found, more = more, grown(more) & occupied
    return more
