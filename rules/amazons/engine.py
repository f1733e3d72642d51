"""Amazons as a search sees it: boards are integers, and cells count that a side reaches first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..engine import CARELESS, WON, Level
from ..game import Seat
from ..kit.state import EMPTY, Move, State
from .game import Amazons

_LEVELS = (
    Level(depth=1, noise=250, wary=False, careless=CARELESS),
    Level(depth=1, noise=90),
    Level(depth=1),
    Level(depth=2, width=6),
    Level(depth=2, nodes=4_000, width=12),
)
_CELL, _AT_HAND, _TURN = 10, 1, 5
"""The worth of a cell that a side reaches in fewer moves, of one that it reaches in one move, and
of being to move.
"""
_TARGETS, _SHOTS = 8, 24
"""How many moves without arrows, and then moves, a search tries first: those that promise most."""


class _Position(NamedTuple):
    """The bits of the amazons of both sides and of empty cells; there is a gap beside each row."""

    own: int
    other: int
    free: int
    turn: Seat


class Reaching:
    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: Amazons) -> None:
        self.rules = game
        size = len(game.grid.rows)
        self.bits = [1 << (row * (size + 1) + column) for column, row in game.grid.places.values()]
        self.cells = {bit: cell for cell, bit in enumerate(self.bits)}
        self.ways = (1, size, size + 1, size + 2)

    def position(self, state: State) -> _Position:
        own, other, free = (
            sum(bit for bit, there in zip(self.bits, state.board, strict=True) if there == sign)
            for sign in (self.rules.sign(state.turn), self.rules.sign(state.turn.other), EMPTY)
        )
        return _Position(own, other, free, state.turn)

    def side(self, position: _Position) -> Seat | None:
        return position.turn if self._near(position.own) & position.free else None

    def moves(self, position: _Position, merits: Mapping[Move, int]) -> Iterator[Move]:  # noqa: ARG002
        """Yield the moves that promise most first: by where they lead, then by their arrows."""
        ways = [
            (origin, target)
            for origin in self._each(position.own)
            for target in self._each(self._reach(origin, position.free))
        ]
        ways.sort(key=lambda way: -self._worth(self._moved(position, *way)))
        shots = [
            (self._worth(self._after(position, *way, hit)), (*way, hit))
            for way in ways[:_TARGETS]
            for hit in self._hits(position, *way)
        ]
        shots.sort(key=lambda shot: -shot[0])
        first = [shot for _, shot in shots[:_SHOTS]]
        known = {*first}
        yield from map(self._named, first)
        for way in ways:
            for hit in self._hits(position, *way):
                if (*way, hit) not in known:
                    yield self._named((*way, hit))

    def _named(self, bits: Sequence[int]) -> Move:
        return tuple(self.cells[bit] for bit in bits)

    def _hits(self, position: _Position, origin: int, target: int) -> Iterator[int]:
        return self._each(self._reach(target, (position.free | origin) & ~target))

    def _moved(self, position: _Position, origin: int, target: int) -> _Position:
        """Return the position after a move before its arrow."""
        own, other, free, turn = position
        return _Position(other, own ^ origin ^ target, free ^ origin ^ target, turn.other)

    def _after(self, position: _Position, origin: int, target: int, hit: int) -> _Position:
        moved = self._moved(position, origin, target)
        return moved._replace(free=moved.free ^ hit)

    def after(self, position: _Position, move: Move) -> _Position:
        origin, target, hit = (self.bits[cell] for cell in move)
        return self._after(position, origin, target, hit)

    def ended(self, position: _Position) -> int:
        return -WON if position.turn is Seat.FIRST else WON

    def wins_at_once(self, position: _Position) -> bool:
        """Return whether a move leaves the opponent none: it can fill two cells."""
        left = self._near(position.other) & position.free
        if left.bit_count() > 2 or not self._near(position.own) & position.free:
            return False
        return any(
            not self._near(position.other) & (position.free ^ origin ^ target ^ hit)
            for origin in self._each(position.own)
            for target in self._each(self._reach(origin, position.free))
            for hit in self._hits(position, origin, target)
        )

    def value(self, position: _Position) -> int:
        return -self._worth(position) if position.turn is Seat.FIRST else self._worth(position)

    def _worth(self, position: _Position) -> int:
        """Return the worth of a position for the side that is not to move."""
        own, other, free, _ = position
        left, seen, known, worth, weight = free, 0, 0, -_TURN, _AT_HAND
        while own | other:
            own = self._reach(own, free) & ~seen
            other = self._reach(other, free) & ~known
            worth += weight * (other.bit_count() - own.bit_count())
            only, theirs = own & left & ~other, other & left & ~own
            worth += _CELL * (theirs.bit_count() - only.bit_count())
            left, seen, known, weight = left & ~(own | other), seen | own, known | other, 0
        return worth

    def deepest(self, position: _Position) -> int:
        return position.free.bit_count()

    def _reach(self, cells: int, free: int) -> int:
        """Return where queens on these cells can go."""
        found = 0
        for way in self.ways:
            ahead = back = cells
            while ahead := (ahead << way) & free:
                found |= ahead
            while back := (back >> way) & free:
                found |= back
        return found

    def _near(self, cells: int) -> int:
        found = 0
        for way in self.ways:
            found |= cells << way | cells >> way
        return found

    def _each(self, bits: int) -> Iterator[int]:
        while bits:
            bit = bits & -bits
            yield bit
            bits ^= bit


def engine(game: Amazons) -> Reaching:
    return Reaching(game)
