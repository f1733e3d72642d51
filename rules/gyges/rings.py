"""An arrangement of the rings as one int.

It is a number in base 4 whose digit at place 13 is the size of the ring on slot 13, and 0 where
none stands: compact, hashable, and a ring is lifted or put down by one subtraction or addition.
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

_ALONE = {size: {size * BIT[slot]: BIT[slot] for slot in SLOTS} for size in SIZES}
"""By size, the arrangements of one ring, and its slot as a set."""

_MOST_BITS = 4
"""By how many a landing changes an arrangement: two where the ring lands, and two where it puts
another one."""


def ring(rings: int, slot: int) -> int:
    """The size of the ring on a slot, 0 when it is empty."""
    return rings >> 2 * slot & 3


def put(rings: int, size: int, slot: int) -> int:
    """The arrangement with a ring added on an empty slot."""
    return rings + size * BIT[slot]


def lift(rings: int, slot: int) -> int:
    """The arrangement without the ring that stands on the slot."""
    return rings - ring(rings, slot) * BIT[slot]


def is_near(rings: int, lifted: int) -> bool:
    """Whether the arrangement can come of another when a ring is put down there (G6, G7)."""
    return (rings ^ lifted).bit_count() <= _MOST_BITS


def repeating(rings: int, size: int, past: Iterable[int]) -> int:
    """The set of slots where a ring of that size, if added, makes an arrangement of the past."""
    slots = 0
    for made in past:
        slots |= _ALONE[size].get(made - rings, 0)
    return slots


def row_of(sizes: Iterable[int], row: int) -> int:
    """An arrangement of one row, its sizes given by column."""
    return sum(size * BIT[10 * row + column] for column, size in zip(COLUMNS, sizes, strict=True))


def occupied(rings: int) -> int:
    """The set of the slots with a ring."""
    return (rings | rings >> 1) & BOARD


def slots(chosen: int) -> list[int]:
    """The slots of a set in ascending order."""
    return list(each(chosen))


def count(rings: int, size: int) -> int:
    # Slot by slot it takes twelve times as long, and every board that is read back is counted.
    odd, even = rings & BOARD, rings >> 1 & BOARD
    return {1: odd & ~even, 2: even & ~odd, 3: odd & even}[size].bit_count()


def sizes(rings: int) -> tuple[int, ...]:
    """The sizes of all rings on the board, the smallest first."""
    return tuple(size for size in SIZES for _ in range(count(rings, size)))


def shore(rings: int, seat: Seat) -> int | None:
    """G2: the occupied row nearest the player's own goal; None on an empty board."""
    standing = occupied(rings)
    if not standing:
        return None
    nearest = standing & -standing if seat is Seat.FIRST else standing
    return nearest.bit_length() // _BITS_OF_A_ROW


def occupied_rows(rings: int, seat: Seat) -> list[int]:
    """The player's shore and the occupied rows beyond it."""
    standing = occupied(rings)
    return [row for row in _NEAREST[seat] if standing & ROW[row]]


def not_past_shore(rings: int, seat: Seat) -> int:
    """The slots that do not lie past the player's shore, for G7."""
    row = shore(rings, seat)
    return BOARD if row is None else _NOT_PAST[seat][row]
