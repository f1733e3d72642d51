"""The rule set ``classic``, the base class of all: each other one overrides what it changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from ..errors import IllegalMove
from ..game import Seat
from ..phrase import Phrase, Word
from .board import BIT, BOARD, HOME, ROW, SLOTS, TARGET, each, is_goal, is_goal_of
from .coordinates import FIGURES, Coordinates
from .labels import SEATS
from .net import CONNECTED, Net, Walk
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

_NAMED = SLOTS[2]
"""The slot that shows how slots are named: unlike 11, it tells row and column apart."""


class Rank(NamedTuple):
    """Rings that a player may lift if the rings of nearer ranks cannot move.

    rule: the rule that allows to lift them.
    row: 0 for a reserve.
    origins: as in ``Move``.
    """

    rule: str
    row: int
    origins: list[int]


@dataclass(frozen=True)
class Classic:
    """The parts of G2 to G9 in which rule sets differ.

    origins: the possible origins of moves.
    numbers, codes: replacements of classic's rule numbers and phrase codes.
    budget: the most trails of one ring that are extended before the search is given up.
    """

    budget: int = BUDGET

    coordinates: ClassVar[Coordinates] = FIGURES
    origins: ClassVar[Sequence[int]] = SLOTS
    numbers: ClassVar[Mapping[str, str]] = {}
    codes: ClassVar[Mapping[str, str]] = {}

    def number(self, rule: str) -> str:
        """Return the number of the rule that replaces a rule of ``classic`` here."""
        return self.numbers.get(rule, rule)

    def code(self, code: str) -> str:
        """Return the code of the phrase that replaces a phrase of ``classic`` here."""
        return self.codes.get(code, code)

    def start(self) -> State:
        return opening(EMPTY, Seat.FIRST)

    def prompt(self, state: State) -> Sequence[Phrase]:
        """G1: say what each player places."""
        return [Phrase("to_place")] if state.placing else []

    def aim(self, viewer: Seat | None) -> Sequence[Phrase]:
        """G8, G2 and G3, G6 and G7 in short sentences; to a player also how slots are named."""
        south, north = (self.coordinates.rows[TARGET[seat] // 10] for seat in Seat)
        wins = Phrase(self.code("aim"), {"south": south, "north": north})
        if viewer is not None:
            goal = south if viewer is Seat.FIRST else north
            seat = Word(SEATS[viewer.value])
            wins = Phrase(self.code("aim_of_seat"), {"seat": seat, "goal": goal})
        rules = [Phrase(self.code("aim_lifting")), Phrase(self.code("aim_landing"))]
        return [wins, *rules, *([] if viewer is None else [self.naming()])]

    def naming(self) -> Phrase:
        """How slots are named, by an example in the lowest row."""
        used = self.coordinates
        row, column = divmod(_NAMED, 10)
        facts = {"row": used.rows[row], "column": used.columns[column - 1]}
        return Phrase("naming", {"slot": used.names[_NAMED], **facts})

    def net(self, side: Seat) -> Net:  # noqa: ARG002 - the ways of both sides are the same
        return CONNECTED

    def ranks(self, rings: int, side: Seat) -> Iterator[Rank]:
        """G2: yield the rings of the player's shore; other rule sets add ranks, nearest first."""
        row = shore(rings, side)
        if row is not None:
            yield Rank("G2", row, slots(occupied(rings) & ROW[row]))

    def lifted(self, state: State, origin: int) -> int:
        """Return the arrangement without the ring that moves."""
        return lift(state.rings, origin)

    def size(self, state: State, origin: int) -> int:
        """Return the size of the ring that moves, 0 if there is none."""
        return ring(state.rings, origin)

    def flight(self, state: State, origin: int) -> Flight:
        assert state.side is not None
        lifted, size = self.lifted(state, origin), self.size(state, origin)
        return flight(self.net(state.side), lifted, origin, size, self.budget)

    def rooms(self, lifted: int, side: Seat) -> int:
        """G7: return the slots where a displaced ring may go, with the moving ring lifted."""
        return not_past_shore(lifted, side.other) & ~occupied(lifted)

    def moves_from(self, state: State, origin: int) -> Iterator[Iterable[Step]]:
        """Yield the legal moves of one ring, shortest trails first, in batches that may be empty.

        Single moves would have to pass through four iterators, so batches are faster.
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
        """Return whether a ring has a legal move; a first step to an empty slot is tried first."""
        flown, forbidden = self.flight(state, origin), self.forbidden(state)
        for end in each(flown.direct & BOARD & ~flown.occupied):
            if put(flown.rings, flown.size, end) not in forbidden:
                return True
        return any(chain.from_iterable(self.moves_from(state, origin)))

    def goals_from(self, state: State, origin: int, budget: int) -> Iterator[Step]:
        """Yield the moves of one ring that reach the goal.

        :raises SearchTooLong: if the search exceeds the budget
        """
        flown, open_goal = self.flight(state, origin), self.open_goal(state)
        # Looking at the first ways alone takes a sixth of the time of finding all of them.
        if direct := flown.direct & open_goal:
            yield from (stays(origin)[goal] for goal in each(direct))
            return
        for trail, reached in flown.trails(open_goal, budget):
            for goal in each(reached):
                flown.remember(trail, goal)
                yield stays(origin)[goal]

    def forbidden(self, state: State) -> Collection[int]:
        """G9: return the arrangements that a move may not recreate."""
        return state.past

    def open_goal(self, state: State) -> int:
        """Return the goal that the player may enter now, as a set; empty if there is none."""
        return BIT[TARGET[state.side]] if state.side else 0

    def goals_needed(self, rings: int, side: Seat) -> int:  # noqa: ARG002 - for kang
        """G8: return how many goals the player still has to reach in order to win."""
        return 1

    def arrangement_after(self, state: State, move: Step) -> int:
        """Return the arrangement after a legal move."""
        origin, end = move.origin, move.destination
        lifted, size = self.lifted(state, origin), self.size(state, origin)
        if is_goal(end):
            return self.scored(state, lifted, size)
        landed_on = ring(lifted, end)
        after = put(lifted, size - landed_on, end)
        return after if move.displaced is None else put(after, landed_on, move.displaced)

    def scored(self, state: State, lifted: int, size: int) -> int:  # noqa: ARG002 - for kang
        """Return the arrangement after a ring has reached the goal: it leaves the board."""
        return lifted

    def settled(self, state: State, side: Seat, rings: int, move: Step, bounces: Walk) -> State:
        """G8: return the state after a move that led to these rings; a goal ends the game."""
        won = is_goal_of(move.destination, side)
        to_play, winner = (None, side) if won else (side.other, None)
        return State(rings, to_play, winner, (*state.past, rings), move, bounces)

    def route(self, move: Step) -> Route:
        """Return a route for a move; its bounces are open."""
        return Route((move.origin, move.destination), ((),), move.displaced)

    def resolved(self, state: State, route: Route) -> Route:  # noqa: ARG002 - for towers
        """Return the route that a player means, if the choice among several routes matters."""
        return route

    def move(self, route: Route) -> Step:
        return Move(route.origin, route.destination, route.displaced)

    def home_row(self, side: Seat) -> int:
        """G1: return the label of the player's home row."""
        return int(self.coordinates.rows[HOME[side]])

    def nothing_there(self, origin: int) -> IllegalMove:
        """G2: return the error for an origin without a ring."""
        return IllegalMove("G2", "slot_empty", slot=self.coordinates.names[origin])

    def not_yours(self, origin: int, rank: Rank) -> IllegalMove:
        """G2: return the error for a ring that may not be lifted while a nearer rank can move."""
        slot, row = self.coordinates.names[origin], int(self.coordinates.rows[rank.row])
        return IllegalMove("G2", "not_your_shore", slot=slot, shore=row)

    def check_end(self, flown: Flight, side: Seat, route: Route) -> None:
        """G7: check where the ring and a displaced one end.

        :raises IllegalMove: if one of the two rings cannot stay there
        """
        check_rooms(self.number("G7"), flown, route, self.rooms(flown.rings, side), side)

    def check_goal(self, state: State, end: int) -> None:
        """G8: check a goal at the end of the move.

        :raises IllegalMove: if the player may not enter it
        """
        if is_goal(end) and state.side and not is_goal_of(end, state.side):
            raise IllegalMove(self.number("G8"), "own_goal", goal=self.coordinates.names[end])
