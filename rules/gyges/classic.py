"""The rule set ``classic``, and the seam for the others: each overrides what it changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from ..errors import IllegalMove
from ..game import Seat
from .board import BIT, BOARD, HOME, ROW, SLOTS, TARGET, each, is_goal, is_goal_of
from .coordinates import FIGURES, Coordinates
from .net import CONNECTED, Net
from .relocation import check_rooms, relocations, stays
from .rings import (
    EMPTY,
    is_near,
    lift,
    not_past_shore,
    occupied,
    put,
    repeating,
    ring,
    shore,
    slots,
)
from .route import Route
from .search import BUDGET, Flight, flight
from .state import Move, State, Step, opening


class Rank(NamedTuple):
    """Rings that a player may lift when those of nearer ranks cannot move.

    rule: the rule that says so.
    row: 0 for a reserve.
    origins: as in ``Move``.
    """

    rule: str
    row: int
    origins: list[int]


@dataclass(frozen=True)
class Classic:
    """G2 to G9, as far as rule sets differ in them.

    origins: what a move's origin can be.
    numbers, codes: what stands in the place of classic rule numbers and phrase codes.
    budget: how many trails of one ring are gone into before the search is given up.
    """

    budget: int = BUDGET

    coordinates: ClassVar[Coordinates] = FIGURES
    origins: ClassVar[Sequence[int]] = SLOTS
    numbers: ClassVar[Mapping[str, str]] = {}
    codes: ClassVar[Mapping[str, str]] = {}

    def number(self, rule: str) -> str:
        """The rule that plays the part of this one of classic."""
        return self.numbers.get(rule, rule)

    def code(self, code: str) -> str:
        """The phrase that is said in the place of this one of classic."""
        return self.codes.get(code, code)

    def start(self) -> State:
        return opening(EMPTY, Seat.FIRST)

    def net(self, side: Seat) -> Net:  # noqa: ARG002 - the ways of both sides are the same
        return CONNECTED

    def ranks(self, rings: int, side: Seat) -> Iterator[Rank]:
        """G2: the rings of the player's shore; in other rule sets more, nearest first."""
        row = shore(rings, side)
        if row is not None:
            yield Rank("G2", row, slots(occupied(rings) & ROW[row]))

    def lifted(self, state: State, origin: int) -> int:
        """The arrangement without the ring that moves."""
        return lift(state.rings, origin)

    def size(self, state: State, origin: int) -> int:
        """The size of the ring that moves, 0 where there is none."""
        return ring(state.rings, origin)

    def flight(self, state: State, origin: int) -> Flight:
        assert state.side is not None
        lifted, size = self.lifted(state, origin), self.size(state, origin)
        return flight(self.net(state.side), lifted, origin, size, self.budget)

    def rooms(self, lifted: int, side: Seat) -> int:
        """G7: the slots where a displaced ring may go, seen with the moving ring lifted."""
        return not_past_shore(lifted, side.other) & ~occupied(lifted)

    def moves_from(self, state: State, origin: int) -> Iterator[Iterable[Step]]:
        """The legal moves of one ring, the shortest trails first, in lots that may be empty.

        In lots, because one by one they would go through four iterators.
        """
        assert state.side is not None
        flown = self.flight(state, origin)
        lifted, size, standing = flown.rings, flown.size, flown.occupied
        rooms = self.rooms(lifted, state.side)
        past = [rings for rings in self.forbidden(state) if is_near(rings, lifted)]
        ends = BOARD & ~repeating(lifted, size, past) & (BOARD if rooms else ~standing)
        to = stays(origin)
        for _, landings in flown.trails(ends | self.open_goal(state)):
            yield [to[end] for end in each(landings & ~standing)]
            for end in each(landings & standing):
                displaced = ring(lifted, end)
                stayed = lifted + (size - displaced) * BIT[end]
                yield relocations(origin, end, rooms & ~repeating(stayed, displaced, past))

    def can_move(self, state: State, origin: int) -> bool:
        """Whether a ring has a legal move: a first step to an empty slot settles it for most."""
        flown, forbidden = self.flight(state, origin), self.forbidden(state)
        for end in each(flown.direct & BOARD & ~flown.occupied):
            if put(flown.rings, flown.size, end) not in forbidden:
                return True
        return any(chain.from_iterable(self.moves_from(state, origin)))

    def forbidden(self, state: State) -> Collection[int]:
        """G9: the arrangements that may not be made again."""
        return state.past

    def open_goal(self, state: State) -> int:
        """The set of the goal that the player may reach now."""
        return BIT[TARGET[state.side]] if state.side else 0

    def arrangement_after(self, state: State, move: Step) -> int:
        """The rings after a legal move."""
        origin, end = move.origin, move.destination
        lifted, size = self.lifted(state, origin), self.size(state, origin)
        if is_goal(end):
            return self.scored(state, lifted, size)
        landed_on = ring(lifted, end)
        after = put(lifted, size - landed_on, end)
        return after if move.displaced is None else put(after, landed_on, move.displaced)

    def scored(self, state: State, lifted: int, size: int) -> int:  # noqa: ARG002 - for kang
        """The rings after one has reached the goal: it is off the board."""
        return lifted

    def settled(self, state: State, side: Seat, rings: int, move: Step) -> State:
        """G8: the state once a move has left these rings, the game ended if it has won."""
        won = is_goal_of(move.destination, side)
        to_play, winner = (None, side) if won else (side.other, None)
        return State(rings, to_play, winner, (*state.past, rings), move)

    def route(self, move: Step) -> Route:
        """What a move claims: by any bounces, where it does not name them."""
        return Route((move.origin, move.destination), ((),), move.displaced)

    def resolved(self, state: State, route: Route) -> Route:  # noqa: ARG002 - for towers
        """The route that is meant, where it matters which of several it is."""
        return route

    def move(self, route: Route) -> Step:
        return Move(route.origin, route.destination, route.displaced)

    def home_row(self, side: Seat) -> int:
        """G1: as the row is labelled."""
        return int(self.coordinates.rows[HOME[side]])

    def nothing_there(self, origin: int) -> IllegalMove:
        """G2, for an origin without a ring."""
        return IllegalMove("G2", "slot_empty", slot=self.coordinates.names[origin])

    def not_yours(self, origin: int, rank: Rank) -> IllegalMove:
        """G2, for a ring that has to wait for those of a nearer rank."""
        slot, row = self.coordinates.names[origin], int(self.coordinates.rows[rank.row])
        return IllegalMove("G2", "not_your_shore", slot=slot, shore=row)

    def check_end(self, flown: Flight, side: Seat, route: Route) -> None:
        """G7.

        :raises IllegalMove: if the ring, or the ring that it displaces, cannot stay there
        """
        check_rooms(self.number("G7"), flown, route, self.rooms(flown.rings, side), side)

    def check_goal(self, state: State, end: int) -> None:
        """G8.

        :raises IllegalMove: if the player may not enter the goal where the move ends
        """
        if is_goal(end) and state.side and not is_goal_of(end, state.side):
            raise IllegalMove(self.number("G8"), "own_goal", goal=self.coordinates.names[end])
