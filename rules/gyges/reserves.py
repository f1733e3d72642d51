"""Reserves and scores of ``kang``, kept in an arrangement above the places of the slots.

There they are part of what G9k compares. Each number has a digit of its own in base 8: how many
rings of each size each player holds, then how many goals each has scored.
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
"""Stands in the place of a size: the digit of a player's goals."""


def _digit(rings: int, seat: Seat, what: int) -> int:
    return rings >> _PLACES[seat, what] & (1 << _WIDTH) - 1


def held(rings: int, seat: Seat) -> tuple[int, ...]:
    """The sizes of the rings that a player holds, the smallest first."""
    return tuple(size for size in SIZES for _ in range(_digit(rings, seat, size)))


def goals(rings: int, seat: Seat) -> int:
    return _digit(rings, seat, _GOALS)


def given(rings: int, seat: Seat, size: int) -> int:
    """The arrangement with a ring more in a player's reserve."""
    return rings + (1 << _PLACES[seat, size])


def taken(rings: int, seat: Seat, size: int) -> int:
    """The arrangement without one of the rings of that size that the player holds."""
    return rings - (1 << _PLACES[seat, size])


def with_goals(rings: int, seat: Seat, number: int) -> int:
    """The arrangement with so many goals more."""
    return rings + (number << _PLACES[seat, _GOALS])


def off_board() -> int:
    """G1k: the empty board, all rings in reserve."""
    rings = 0
    for seat in Seat:
        for size in HOME_RINGS:
            rings = given(rings, seat, size)
    return rings
