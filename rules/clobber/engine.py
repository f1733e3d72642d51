"""Clobber as a search sees it: boards are integers, and games are played out at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ..engine import CARELESS, WON, Level
from ..game import Seat
from ..kit.state import Move, State
from ..simulation import Playout
from .game import Clobber

_LEVELS = (
    Level(depth=1, simulations=8, wary=False, careless=CARELESS),
    Level(depth=1, simulations=80),
    Level(depth=1, simulations=300),
    Level(depth=1, simulations=1_200),
    Level(depth=1, simulations=5_000),
)
_MOVER, _TURN = 10, 4
"""The worth of a piece that can take another, and of being to move."""

_AT_ONCE = 7
"""The most pairs of neighbours of which one move can leave none: all touch its two cells."""


class _Position(NamedTuple):
    """The bits of the cells of the side to move and of the other one."""

    own: int
    other: int
    turn: Seat


class Beside:
    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: Clobber) -> None:
        self.signs, self.row = game.signs, len(game.grid.rows[0])
        cells = range(len(game.grid.cells))
        # A step to the right from the last column would lead to the next row.
        self.rightmost = sum(1 << cell for cell in cells if (cell + 1) % self.row)

    def position(self, state: State) -> _Position:
        own, other = state.turn.value, state.turn.other.value
        bits = [
            sum(1 << cell for cell, sign in enumerate(state.board) if sign == each)
            for each in self.signs
        ]
        return _Position(bits[own], bits[other], state.turn)

    def side(self, position: _Position) -> Seat | None:
        return position.turn if self._pairs(position.own, position.other) else None

    def moves(self, position: _Position, merits: Mapping[Move, int]) -> Sequence[Move]:
        return sorted(
            self._moves(position.own, position.other), key=lambda move: -merits.get(move, 0)
        )

    def after(self, position: _Position, move: Move) -> _Position:
        own, other, turn = position
        origin, target = 1 << move[0], 1 << move[1]
        return _Position(other ^ target, own ^ origin ^ target, turn.other)

    def ended(self, position: _Position) -> int:
        return -WON if position.turn is Seat.FIRST else WON

    def wins_at_once(self, position: _Position) -> bool:
        if not 0 < self._pairs(position.own, position.other) <= _AT_ONCE:
            return False
        after = (self.after(position, move) for move in self._moves(position.own, position.other))
        return any(not self._pairs(own, other) for own, other, _ in after)

    def value(self, position: _Position) -> int:
        own, other, turn = position
        found = _MOVER * (self._movers(own, other) - self._movers(other, own)) + _TURN
        return found if turn is Seat.FIRST else -found

    def deepest(self, position: _Position) -> int:
        return (position.own | position.other).bit_count()

    def playout(self, position: _Position, random: Random) -> Playout[Move]:
        """Play at random until somebody cannot move."""
        own, other, turn = position
        while moves := list(self._moves(own, other)):
            origin, target = moves[int(random.random() * len(moves))]
            own, other = other ^ 1 << target, own ^ 1 << origin ^ 1 << target
            turn = turn.other
        return Playout(-1 if turn is Seat.FIRST else 1)

    def _moves(self, own: int, other: int) -> Iterator[Move]:
        """Yield every move, by the four directions."""
        for step in (1, self.row):
            inside = self.rightmost if step == 1 else -1
            yield from _steps(own & inside & other >> step, step)
            yield from _steps(own & (other & inside) << step, -step)

    def _pairs(self, own: int, other: int) -> int:
        """Return how many pieces of one side have a piece of the other beside them, by pairs."""
        row, inside = self.row, self.rightmost
        aside = (own & inside & other >> 1).bit_count() + (other & inside & own >> 1).bit_count()
        return aside + (own & other >> row).bit_count() + (other & own >> row).bit_count()

    def _movers(self, own: int, other: int) -> int:
        """Return how many pieces can take something."""
        row, inside = self.row, self.rightmost
        aside = (other >> 1) & inside | (other & inside) << 1
        return (own & (aside | other >> row | other << row)).bit_count()


def _steps(origins: int, way: int) -> Iterator[Move]:
    """Yield a step from each of these cells."""
    while origins:
        origin = origins.bit_length() - 1
        origins ^= 1 << origin
        yield origin, origin + way


def engine(game: Clobber) -> Beside:
    return Beside(game)
