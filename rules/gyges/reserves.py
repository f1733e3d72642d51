"""Reserves and goals of ``kang``, stored in the bits of an arrangement above those of the slots.

So G9k, which compares arrangements, includes reserves and goals. Each player has four digits in
base 8: the number of goals, then the number of rings of each size in reserve.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..game import Seat
from .board import BEYOND, SIZES
from .rings import HOME_RINGS

_FIRST, _WIDTH = 2 * BEYOND, 3
_PLACES: Mapping[tuple[Seat, int], int] = {
    (seat, what): _FIRST + _WIDTH * (len((0, *SIZES)) * seat.value + what)
    for seat in Seat
    for what in (0, *SIZES)
}
_GOALS = 0
"""In place of a size, the digit of a player's goals."""


def _digit(rings: int, seat: Seat, what: int) -> int:
    return rings >> _PLACES[seat, what] & (1 << _WIDTH) - 1


def off_board_part(rings: int) -> int:
    """Return the reserves and goals of an arrangement alone, four digits for each player."""
    return rings >> _FIRST


def of_seat(rings: int, seat: Seat) -> int:
    """Return the four digits of one player alone."""
    return rings >> _PLACES[seat, _GOALS] & 0o7777


def held(rings: int, seat: Seat) -> tuple[int, ...]:
    """Return the sizes of the rings in a player's reserve, smallest first."""
    return tuple(size for size in SIZES for _ in range(_digit(rings, seat, size)))


def goals(rings: int, seat: Seat) -> int:
    return _digit(rings, seat, _GOALS)


def given(rings: int, seat: Seat, size: int) -> int:
    """Return the arrangement with one more ring in a player's reserve."""
    return rings + (1 << _PLACES[seat, size])


def taken(rings: int, seat: Seat, size: int) -> int:
    """Return the arrangement with one ring of that size less in a player's reserve."""
    return rings - (1 << _PLACES[seat, size])


def with_goals(rings: int, seat: Seat, number: int) -> int:
    """Return the arrangement with ``number`` more goals of a player."""
    return rings + (number << _PLACES[seat, _GOALS])


def off_board() -> int:
    """G1k: return the arrangement of an empty board, with all rings in reserve."""
    rings = 0
    for seat in Seat:
        for size in HOME_RINGS:
            rings = given(rings, seat, size)
    return rings
