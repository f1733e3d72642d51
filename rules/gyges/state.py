"""The state of a game of Gyges, and its moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..game import Outcome, Seat
from .board import HOME, ROW, SIZES
from .rings import EMPTY, HOME_RINGS, occupied, ring, sizes

_SOUTHS_ROW = ROW[HOME[Seat.FIRST]]


class Placement(NamedTuple):
    """The six rings of a home row by column (G1)."""

    rings: tuple[int, ...]


class Move(NamedTuple):
    """A move by its effect, without its way; slots are numbers, 13 for row 1, column 3.

    origin: the slot; in ``kang`` the size of a ring that enters from the reserve.
    destination: the slot or goal where the ring stays.
    displaced: where the ring that stood there goes (G7), None if there was none.
    """

    origin: int
    destination: int
    displaced: int | None = None

    @property
    def settled(self) -> tuple[int, ...]:
        """The slots that have another ring after the move, without that of the displaced ring."""
        return (self.destination,)

    @property
    def last_flight(self) -> int:
        """The slot from which the ring that ends on the destination came."""
        return self.origin


class Relay(NamedTuple):
    """A move of ``towers``: a ring that is landed on goes on in place of the one that lands (G6t).

    landings: the origin, then every slot landed on; the last may be a goal's cell.
    displaced: as in ``Move``.
    """

    landings: tuple[int, ...]
    displaced: int | None = None

    @property
    def origin(self) -> int:
        return self.landings[0]

    @property
    def destination(self) -> int:
        return self.landings[-1]

    @property
    def settled(self) -> tuple[int, ...]:
        return self.landings[1:]

    @property
    def last_flight(self) -> int:
        return self.landings[-2]


Step = Move | Relay


def size_of(before: int, move: Step) -> int:
    """Return the size of the ring that ends on the destination. before: the rings before it."""
    return move.origin if move.origin in SIZES else ring(before, move.last_flight)


Action = Placement | Step


@dataclass(frozen=True)
class State:
    """The rings and whose turn it is.

    side: None when the game is over. winner: None for a draw, and while the game runs.
    past: the arrangements at the start and after each ply. Only a forced pass repeats the
        arrangement (G9), so the past also shows the passes.
    last: the last move or placement, None at the start.
    bounces: the slots where the ring of the last move bounced, in order. They may differ from those
    of a shortest route if the player named them.
    """

    rings: int
    side: Seat | None
    winner: Seat | None = None
    past: tuple[int, ...] = field(default=(), compare=False, repr=False)
    last: Action | None = field(default=None, compare=False)
    bounces: tuple[int, ...] = field(default=(), compare=False)

    @property
    def plies(self) -> int:
        return len(self.past) - 1

    @property
    def passed(self) -> bool:
        return len(self.past) > 1 and self.past[-1] == self.past[-2]

    @property
    def before(self) -> int:
        """The rings before the last move."""
        return self.past[-2 - self.passed]

    @property
    def mover(self) -> Seat:
        """The side that made the last move; in a draw, as if South had begun."""
        if self.side:
            return self.side if self.passed else self.side.other
        return self.winner or Seat((self.plies - 1) % 2)

    @property
    def placing(self) -> bool:
        """True if the side to play has to fill its home row (G1)."""
        if self.side is Seat.FIRST:
            return self.rings == EMPTY
        return self.side is Seat.SECOND and _is_souths_placing(self.rings)

    @property
    def outcome(self) -> Outcome | None:
        if self.side is not None:
            return None
        return Outcome(self.winner, "goal" if self.winner else "stalemate")


def _is_souths_placing(rings: int) -> bool:
    return occupied(rings) == _SOUTHS_ROW and sizes(rings) == HOME_RINGS


def opening(rings: int, side: Seat | None, winner: Seat | None = None) -> State:
    """Return a state without a past: the start of a game, or a decoded position."""
    return State(rings, side, winner, past=(rings,))
