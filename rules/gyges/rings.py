"""Arrangements: all rings on the board as one int.

An arrangement is a number in base 4. Its digit 13, for example, is the size of the ring on slot 13,
or 0. An arrangement is compact and hashable, and one addition or subtraction puts or lifts a ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..game import Seat
from .board import BIT, BOARD, COLUMNS, ROW, ROWS, SIZES, SLOTS, each

EMPTY = 0
HOME_RINGS = (1, 1, 2, 2, 3, 3)

_NEAREST: Mapping[Seat, Iterable[int]] = {Seat.FIRST: ROWS, Seat.SECOND: ROWS[::-1]}
_BITS_OF_A_ROW = 20
_NOT_PAST: Mapping[Seat, Mapping[int, int]] = {
    Seat.FIRST: {row: sum(ROW[row:]) for row in ROWS},
    Seat.SECOND: {row: sum(ROW[1 : row + 1]) for row in ROWS},
}

_FIGURES = ".123"
_PAIRS = tuple(first + second for second in _FIGURES for first in _FIGURES)
"""By four bits of an arrangement, the figures of two neighbouring slots."""

_DIGITS = str.maketrans(_FIGURES, "0123")

_ALONE = {size: {size * BIT[slot]: BIT[slot] for slot in SLOTS} for size in SIZES}
"""By size and arrangement of a single ring, its slot as a set."""

_MOST_BITS = 4
"""The most bits of an arrangement that a landing changes: two where the ring lands, and two where
it puts the displaced one.
"""


def ring(rings: int, slot: int) -> int:
    """Return the size of the ring on a slot, 0 if it is empty."""
    return rings >> 2 * slot & 3


def put(rings: int, size: int, slot: int) -> int:
    """Return the arrangement with a ring added on an empty slot."""
    return rings + size * BIT[slot]


def lift(rings: int, slot: int) -> int:
    """Return the arrangement without the ring on a slot."""
    return rings - ring(rings, slot) * BIT[slot]


def is_near(rings: int, lifted: int) -> bool:
    """Return whether a landing of the lifted ring may lead to this arrangement (G6, G7).

    Quick, and never false by mistake.
    """
    return (rings ^ lifted).bit_count() <= _MOST_BITS


def repeating(rings: int, size: int, past: Iterable[int]) -> int:
    """Return the slots where adding a ring of that size recreates an arrangement of the past."""
    slots = 0
    for made in past:
        slots |= _ALONE[size].get(made - rings, 0)
    return slots


def row_of(sizes: Iterable[int], row: int) -> int:
    """Return the arrangement of one row with these sizes by column."""
    return sum(size * BIT[10 * row + column] for column, size in zip(COLUMNS, sizes, strict=True))


# Writing the board slot by slot would take four times as long; reading it so, three times.
def figures(rings: int, row: int) -> str:
    """Return a row as six digits, with dots for empty slots."""
    bits = rings >> 2 * (10 * row + COLUMNS.start)
    return _PAIRS[bits & 15] + _PAIRS[bits >> 4 & 15] + _PAIRS[bits >> 8 & 15]


def row_of_figures(written: str, row: int) -> int:
    """Return the arrangement of one row that ``figures`` wrote."""
    return int(written[::-1].translate(_DIGITS), 4) << 2 * (10 * row + COLUMNS.start)


def occupied(rings: int) -> int:
    """Return the set of slots with a ring."""
    return (rings | rings >> 1) & BOARD


def slots(chosen: int) -> list[int]:
    """Return the slots of a set in ascending order."""
    return list(each(chosen))


def count(rings: int, size: int) -> int:
    # Counting slot by slot takes twelve times as long, and every decoded board is counted.
    odd, even = rings & BOARD, rings >> 1 & BOARD
    return {1: odd & ~even, 2: even & ~odd, 3: odd & even}[size].bit_count()


def sizes(rings: int) -> tuple[int, ...]:
    """Return the sizes of all rings on the board, smallest first."""
    return (1,) * count(rings, 1) + (2,) * count(rings, 2) + (3,) * count(rings, 3)


def shore(rings: int, seat: Seat) -> int | None:
    """G2: return the occupied row nearest to the player's own goal; None on an empty board."""
    standing = occupied(rings)
    if not standing:
        return None
    nearest = standing & -standing if seat is Seat.FIRST else standing
    return nearest.bit_length() // _BITS_OF_A_ROW


def occupied_rows(rings: int, seat: Seat) -> list[int]:
    """Return the player's shore and the occupied rows beyond it, in this order."""
    standing = occupied(rings)
    return [row for row in _NEAREST[seat] if standing & ROW[row]]


def not_past_shore(rings: int, seat: Seat) -> int:
    """Return the slots that are not past the player's shore, for G7."""
    row = shore(rings, seat)
    return BOARD if row is None else _NOT_PAST[seat][row]
