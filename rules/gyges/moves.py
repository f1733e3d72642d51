"""The legal moves, one an effect, and what they do (G1, G2, G7 to G11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from ..game import Seat
from .board import BIT, HOME, ROW, TARGET
from .rings import (
    HOME_RINGS,
    lift,
    not_past_shore,
    occupied,
    put,
    ring,
    row_of,
    shore,
    slots,
)
from .search import Flight
from .state import Action, Move, Placement, State

PLACEMENTS = tuple(map(Placement, sorted(set(permutations(HOME_RINGS)))))


def legal_moves(state: State) -> Iterator[Action]:
    """Every legal move once: by origin, and for each the shortest trails first."""
    if state.side is None:
        return
    if state.placing:
        yield from PLACEMENTS
        return
    past = frozenset(state.past)
    for origin in liftable(state.rings, state.side):
        yield from _moves_of(Flight(state.rings, origin), state, past)


def liftable(rings: int, side: Seat) -> list[int]:
    """G2: the slots of the player's shore that hold a ring."""
    row = shore(rings, side)
    return [] if row is None else slots(occupied(rings) & ROW[row])


def rooms(lifted: int, side: Seat) -> int:
    """G7: the slots where a displaced ring may go, seen with the moving ring lifted."""
    return not_past_shore(lifted, side.other) & ~occupied(lifted)


def _moves_of(flight: Flight, state: State, past: frozenset[int]) -> Iterator[Move]:
    assert state.side is not None
    origin, size = flight.origin, ring(state.rings, flight.origin)
    free = slots(rooms(flight.rings, state.side))
    for trail in flight.trails():
        end = trail.slot
        displaced = ring(flight.rings, end)
        if displaced:
            stayed = put(lift(flight.rings, end), size, end)
            for room in free:
                if stayed + displaced * BIT[room] not in past:
                    yield Move(origin, end, room)
        elif end not in TARGET.values():
            if put(flight.rings, size, end) not in past:
                yield Move(origin, end)
        elif end == TARGET[state.side]:
            yield Move(origin, end)


def arrangement_after(state: State, move: Action) -> int:
    """The rings after a legal move; a ring that reached the goal is off the board."""
    if isinstance(move, Placement):
        assert state.side is not None
        return state.rings + row_of(move.rings, HOME[state.side])
    rings, end = lift(state.rings, move.origin), move.destination
    if end in TARGET.values():
        return rings
    displaced = ring(rings, end)
    after = put(lift(rings, end), ring(state.rings, move.origin), end)
    return after if move.displaced is None else put(after, displaced, move.displaced)


def play(state: State, move: Action) -> State:
    """The state after a legal move and after the forced pass that it may cause (G8, G10)."""
    assert state.side is not None
    rings = arrangement_after(state, move)
    after = State(rings, state.side.other, None, (*state.past, rings), move)
    if isinstance(move, Move) and move.destination == TARGET[state.side]:
        return replace(after, side=None, winner=state.side)
    if not is_stuck(after):
        return after
    passed = passed_over(after)
    return passed if passed.side else replace(after, side=None)


def is_stuck(state: State) -> bool:
    """Whether the side to play has no legal move."""
    return next(legal_moves(state), None) is None


def passed_over(state: State) -> State:
    """G10: the state after a forced pass; a draw if the other side cannot move either."""
    assert state.side is not None
    after = replace(state, side=state.side.other, past=(*state.past, state.rings))
    return replace(after, side=None) if is_stuck(after) else after
