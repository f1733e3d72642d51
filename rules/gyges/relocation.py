"""G7: checks where a ring ends and where a ring that it displaces goes, and lists such moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import compress

from ..errors import IllegalMove
from ..game import Seat
from .board import BIT, NORTH_GOAL, SLOTS, SOUTH_GOAL, is_goal
from .rings import shore
from .route import Route
from .search import Flight
from .state import Move

NOTHING_THERE = "nothing_to_relocate"
"""The code of the refusal of a move that displaces a ring where none stands."""

_BITS = [BIT[slot] for slot in SLOTS]


@cache
def stays(origin: int) -> Mapping[int, Move]:
    """Return, by slot or goal, the move of a ring that ends there and displaces none.

    Moves are cached, because creating them took most of the time of listing them.
    """
    return {end: Move(origin, end) for end in (SOUTH_GOAL, *SLOTS, NORTH_GOAL)}


def relocations(origin: int, end: int, rooms: int) -> Iterator[Move]:
    """Yield the moves of a ring to an occupied slot, one for each slot in ``rooms``."""
    return compress(_relocations(origin, end), _chosen(rooms))


@cache
def _relocations(origin: int, end: int) -> tuple[Move, ...]:
    return tuple(Move(origin, end, room) for room in SLOTS)


@lru_cache(maxsize=8)
def _chosen(rooms: int) -> list[int]:
    """Return the set as selectors for ``compress``, one for each slot."""
    return [rooms & bit for bit in _BITS]


def check_rooms(rule: str, flown: Flight, route: Route, rooms: int, side: Seat) -> None:
    """Check the end of a move. rooms: the slots where a displaced ring may go.

    :raises IllegalMove: for ``rule``, if the moving or the displaced ring cannot stay there
    """
    end, room = route.destination, route.displaced
    standing, names = bool(flown.occupied & BIT[end]), flown.net.coordinates.names
    if room is None and standing:
        raise IllegalMove(rule, "slot_occupied", slot=names[end])
    if room is None:
        return
    if is_goal(end):
        raise IllegalMove(rule, "relocation_in_goal")
    if not standing:
        raise IllegalMove(rule, NOTHING_THERE, slot=names[end])
    if flown.occupied & BIT[room]:
        raise IllegalMove(rule, "room_occupied", slot=names[room])
    row = None if rooms & BIT[room] else shore(flown.rings, side.other)
    if row is not None:
        row_name = int(flown.net.coordinates.rows[row])
        raise IllegalMove(rule, "past_shore", slot=names[room], shore=row_name)


def check_bounces_on(rule: str, flown: Flight, route: Route) -> None:
    """Check the end of a move under rules without relocation.

    :raises IllegalMove: for ``rule``, if a ring would be displaced, or the slot is occupied
    """
    if route.displaced is not None:
        raise IllegalMove(rule, "no_relocation")
    if flown.occupied & BIT[route.destination]:
        slot = flown.net.coordinates.names[route.destination]
        raise IllegalMove(rule, "must_bounce_on", slot=slot)
