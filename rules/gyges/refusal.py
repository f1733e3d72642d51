"""Which rule forbids a move: the first that applies, in the order that RULES.md gives.

G1 while rings are placed; then G2; then G4, G5 or G3 for the way; then G7, G8 and G9.
"""

from __future__ import annotations

from collections.abc import Container

from ..errors import GameOver, IllegalMove
from ..game import Seat
from .board import BIT, HOME, NAMES, SLOTS, TARGET
from .hindrance import check_way
from .moves import arrangement_after, liftable, rooms
from .rings import HOME_RINGS, ring, shore
from .route import Route
from .search import Flight, flight_from
from .state import Action, Move, Placement, State


def check(state: State, wanted: Route | Placement) -> Action:
    """The move, if it is legal here.

    :raises IllegalMove: naming the first rule that it breaks
    :raises GameOver: if the game has ended
    """
    if state.side is None:
        raise GameOver("game_over")
    if isinstance(wanted, Placement):
        _check_placement(state, wanted)
        return wanted
    if state.placing:
        raise IllegalMove("G1", "place_first", row=HOME[state.side])
    _check_route(state, state.side, wanted)
    return wanted.move


def check_move(state: State, move: Action) -> None:
    """The same for a move as a value: any bounces will do.

    :raises IllegalMove: naming the first rule that it breaks
    :raises GameOver: if the game has ended
    """
    if isinstance(move, Placement):
        check(state, move)
    else:
        _check_slots(move)
        check(state, Route((move.origin, move.destination), ((),), move.displaced))


def _check_placement(state: State, placement: Placement) -> None:
    if not state.placing:
        raise IllegalMove("G1", "already_placed")
    if tuple(sorted(placement.rings)) != HOME_RINGS:
        raise IllegalMove("G1", "wrong_rings", rings="".join(map(str, placement.rings)))


def _check_slots(move: Move) -> None:
    """A value may name anything; text cannot."""
    _check_slot(move.origin, SLOTS)
    _check_slot(move.destination, NAMES)
    if move.displaced is not None:
        _check_slot(move.displaced, SLOTS)


def _check_slot(slot: int, known: Container[int]) -> None:
    if slot not in known:
        raise IllegalMove("G2", "no_such_slot", slot=NAMES.get(slot, str(slot)))


def _check_route(state: State, side: Seat, route: Route) -> None:
    origin, end = route.landings[0], route.landings[-1]
    _check_lift(state.rings, side, origin)
    flight = flight_from(state.rings, origin)
    check_way(flight, ring(state.rings, origin), route)
    _check_end(flight, side, route.move)
    if end == TARGET[side.other]:
        raise IllegalMove("G8", "own_goal", goal=NAMES[end])
    _check_past(state, route.move)


def _check_lift(rings: int, side: Seat, origin: int) -> None:
    """G2."""
    if not ring(rings, origin):
        raise IllegalMove("G2", "slot_empty", slot=NAMES[origin])
    row = shore(rings, side)
    if row is not None and origin not in liftable(rings, side):
        raise IllegalMove("G2", "not_your_shore", slot=NAMES[origin], shore=row)


def _check_end(flight: Flight, side: Seat, move: Move) -> None:
    """G7: where the ring ends, and where the one that stood there goes."""
    end, room = move.destination, move.displaced
    standing = bool(flight.occupied & BIT[end])
    if room is None and standing:
        raise IllegalMove("G7", "slot_occupied", slot=NAMES[end])
    if room is not None and not standing:
        raise IllegalMove("G7", "nothing_to_relocate", slot=NAMES[end])
    if room is not None:
        _check_room(flight, side, room)


def _check_room(flight: Flight, side: Seat, room: int) -> None:
    if flight.occupied & BIT[room]:
        raise IllegalMove("G7", "room_occupied", slot=NAMES[room])
    row = shore(flight.rings, side.other)
    if row is not None and not rooms(flight.rings, side) & BIT[room]:
        raise IllegalMove("G7", "past_shore", slot=NAMES[room], shore=row)


def _check_past(state: State, move: Move) -> None:
    """G9."""
    after = arrangement_after(state, move)
    if after == state.rings:
        raise IllegalMove("G9", "nothing_changes")
    if after in state.past:
        raise IllegalMove("G9", "position_repeated", ply=state.past.index(after))
