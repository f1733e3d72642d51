"""What a game of Gyges is at one moment, and what can be done to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..game import Outcome, Seat
from .board import HOME, ROW
from .rings import EMPTY, HOME_RINGS, occupied, sizes


class Placement(NamedTuple):
    """The six rings of a home row by column (G1)."""

    rings: tuple[int, ...]


class Move(NamedTuple):
    """What a ring does, whichever way it goes: slots as numbers, 13 for row 1, column 3.

    destination: the slot or goal where it stays.
    displaced: where the ring that stood there goes (G7), None when there was none.
    """

    origin: int
    destination: int
    displaced: int | None = None


Action = Placement | Move


@dataclass(frozen=True)
class State:
    """The rings and whose turn it is; ``winner`` matters only when ``side`` is None.

    past: the arrangement after each ply, from the one at the start to the present one. Only a
        forced pass leaves the arrangement as it was (G9), so the past also tells the passes.
    last: the last move or placement, None at the start.
    """

    rings: int
    side: Seat | None
    winner: Seat | None = None
    past: tuple[int, ...] = field(default=(), compare=False, repr=False)
    last: Action | None = field(default=None, compare=False)

    @property
    def plies(self) -> int:
        return len(self.past) - 1

    @property
    def passed(self) -> bool:
        return len(self.past) > 1 and self.past[-1] == self.past[-2]

    @property
    def placing(self) -> bool:
        """Whether the side to play has its home row to fill (G1)."""
        if self.side is Seat.FIRST:
            return self.rings == EMPTY
        return self.side is Seat.SECOND and _is_souths_placing(self.rings)

    @property
    def outcome(self) -> Outcome | None:
        if self.side is not None:
            return None
        return Outcome(self.winner, "goal" if self.winner else "stalemate")


def _is_souths_placing(rings: int) -> bool:
    return occupied(rings) == ROW[HOME[Seat.FIRST]] and sizes(rings) == HOME_RINGS


def opening(rings: int, side: Seat | None, winner: Seat | None = None) -> State:
    """A state without a past: where a game starts, or a position that was decoded."""
    return State(rings, side, winner, past=(rings,))
