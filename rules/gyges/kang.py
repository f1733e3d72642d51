"""The rule set ``kang``, of 2018: rings enter from reserves, and three goals win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ..errors import IllegalMove
from ..game import Outcome, Seat
from ..phrase import Phrase
from .board import BOARD, SIZES, SLOTS, TARGET, is_goal, is_goal_of
from .classic import Rank
from .coordinates import FIGURES_AND_ENTRIES, Coordinates
from .modern import Modern
from .net import CONNECTED, Net, Walk
from .reserves import given, goals, held, off_board, taken, with_goals
from .rings import lift, occupied, ring
from .search import Flight, flight
from .state import State, Step

GOALS_TO_WIN = 3
ENTERING = Net(
    CONNECTED.coordinates, CONNECTED.neighbours, "G3k", CONNECTED.uses, CONNECTED.used_twice
)
"""The ways of ``CONNECTED``, for rings that start from a reserve."""


@dataclass(frozen=True)
class KangState(State):
    """A state of ``kang``. scored: the players who reached a goal on their last turn (G12k)."""

    scored: frozenset[Seat] = frozenset()

    @property
    def placing(self) -> bool:
        """G1k: there is no placement."""
        return False

    @property
    def score(self) -> tuple[int, int]:
        return goals(self.rings, Seat.FIRST), goals(self.rings, Seat.SECOND)

    @property
    def outcome(self) -> Outcome | None:
        ended = super().outcome
        return ended and replace(ended, score=self.score)


class Kang(Modern):
    """``modern`` with reserves: the origin of a move by an entering ring is the ring's size."""

    coordinates: ClassVar[Coordinates] = FIGURES_AND_ENTRIES
    origins: ClassVar[Sequence[int]] = (*SIZES, *SLOTS)
    numbers: ClassVar[Mapping[str, str]] = {"G8": "G8k", "G9": "G9k"}
    codes: ClassVar[Mapping[str, str]] = {
        "aim": "aim_of_three",
        "aim_of_seat": "aim_of_seat_of_three",
        "aim_lifting": "aim_entering",
        "lesson_aim": "lesson_aim_of_three",
        "explains_goal": "explains_score",
        "moves_home": "scores",
        "bounces_home": "bounces_and_scores",
    }

    def start(self) -> State:
        rings = off_board()
        return KangState(rings, Seat.FIRST, past=(rings,))

    def prompt(self, state: State) -> Sequence[Phrase]:
        """G2k: say how a player's first ring enters."""
        return [Phrase("to_enter")] if state.plies < len(Seat) else []

    def ranks(self, rings: int, side: Seat) -> Iterator[Rank]:
        """G2k: yield the reserve first, then the rows."""
        reserve = sorted(set(held(rings, side)))
        if reserve:
            yield Rank("G2k", 0, reserve)
        for rank in super().ranks(rings, side):
            yield rank._replace(rule="G10m") if reserve else rank

    def lifted(self, state: State, origin: int) -> int:
        if origin in SIZES and state.side:
            return taken(state.rings, state.side, origin)
        return lift(state.rings, origin)

    def size(self, state: State, origin: int) -> int:
        if origin in SIZES and state.side:
            return origin if origin in held(state.rings, state.side) else 0
        return ring(state.rings, origin)

    def flight(self, state: State, origin: int) -> Flight:
        """G3k: an entering ring starts where other rule sets have the player's own goal."""
        if origin not in SIZES or not state.side:
            return super().flight(state, origin)
        lifted, edge = self.lifted(state, origin), TARGET[state.side.other]
        return flight(ENTERING, lifted, edge, origin, self.budget)

    def rooms(self, lifted: int, side: Seat) -> int:
        """G7k: while the opponent holds a reserve, no slot is past their shore."""
        if held(lifted, side.other):
            return BOARD & ~occupied(lifted)
        return super().rooms(lifted, side)

    def open_goal(self, state: State) -> int:
        """G12k: a player who scored on their last turn has no open goal."""
        return 0 if state.side in _scored(state) else super().open_goal(state)

    def goals_needed(self, rings: int, side: Seat) -> int:
        return GOALS_TO_WIN - goals(rings, side)

    def scored(self, state: State, lifted: int, size: int) -> int:
        """G8k: the ring goes into the opponent's reserve."""
        assert state.side is not None
        return with_goals(given(lifted, state.side.other, size), state.side, 1)

    def settled(self, state: State, side: Seat, rings: int, move: Step, bounces: Walk) -> State:
        mine = {side} if is_goal_of(move.destination, side) else set()
        scored = _scored(state) - {side} | mine
        won = goals(rings, side) == GOALS_TO_WIN
        to_play, winner = (None, side) if won else (side.other, None)
        return KangState(rings, to_play, winner, (*state.past, rings), move, bounces, scored)

    def nothing_there(self, origin: int) -> IllegalMove:
        if origin in SIZES:
            return IllegalMove("G2k", "not_in_reserve", size=origin)
        return super().nothing_there(origin)

    def not_yours(self, origin: int, rank: Rank) -> IllegalMove:
        if rank.row:
            return super().not_yours(origin, rank)
        return IllegalMove("G2k", "reserve_first", slot=self.coordinates.names[origin])

    def check_goal(self, state: State, end: int) -> None:
        super().check_goal(state, end)
        if is_goal(end) and state.side in _scored(state):
            raise IllegalMove("G12k", "scored_last_turn")


def _scored(state: State) -> frozenset[Seat]:
    assert isinstance(state, KangState)
    return state.scored
