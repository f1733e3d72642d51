"""Reversi as a search sees it: corners count, and moves; discs count only in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .. import bits
from ..engine import CARELESS, PIECE, WON, Level
from ..game import Seat
from ..kit.state import Move, State
from .discs import members, open_cells, turned
from .game import Reversi

_LEVELS = (
    Level(depth=1, noise=60, careless=CARELESS),
    Level(depth=2, noise=15),
    Level(depth=3, noise=3, nodes=500),
    Level(depth=4, nodes=4_000),
    Level(depth=5, nodes=20_000),
)
_CORNER, _BESIDE, _MOVE, _OUTER = 40, 10, 4, 1
"""The worth of a corner, of a disc diagonally beside one that is empty for the other side, of each
move that can be made, and of each empty cell beside a disc for the other side.
"""

_CORNERS = {0: 9, 7: 14, 56: 49, 63: 54}
"""The cell of each corner, and the one diagonally beside it."""

_WORTH = (50, 2, 15, 8, 2, 1, 6, 4, 15, 6, 9, 7, 8, 4, 7, 5)
"""How promising a move to each cell of the upper left quarter is: the best are tried first."""

_ROWS = [_WORTH[row : row + 4] + _WORTH[row : row + 4][::-1] for row in (0, 4, 8, 12)]
_PROMISING = [worth for row in (*_ROWS, *_ROWS[::-1]) for worth in row]
_ALL = (1 << 64) - 1
_NOT_LEFT, _NOT_RIGHT = _ALL // 0xFF * 0xFE, _ALL // 0xFF * 0x7F


class Position(NamedTuple):
    """The discs of both sides and the side to move, None when the game is over."""

    first: int
    second: int
    turn: Seat | None


class Discs:
    levels: Sequence[Level] = _LEVELS
    is_sudden = False

    def __init__(self, game: Reversi) -> None:
        self.rules = game

    def position(self, state: State) -> Position:
        first, second = (self.rules.discs(state.board, seat) for seat in Seat)
        return Position(first, second, None if state.end else state.turn)

    def side(self, position: Position) -> Seat | None:
        return position.turn

    def moves(self, position: Position, merits: Mapping[Move, int]) -> Sequence[Move]:  # noqa: ARG002
        first, second, turn = position
        own, others = (first, second) if turn is Seat.FIRST else (second, first)
        cells = sorted(members(open_cells(own, others)), key=_PROMISING.__getitem__, reverse=True)
        return [(cell,) for cell in cells]

    def after(self, position: Position, move: Move) -> Position:
        first, second, turn = position
        assert turn is not None
        own, others = (first, second) if turn is Seat.FIRST else (second, first)
        changed = turned(own, others, move[0])
        own, others = own | changed | 1 << move[0], others & ~changed
        then: Seat | None = turn.other
        if not open_cells(others, own):
            then = turn if open_cells(own, others) else None
        return Position(own, others, then) if turn is Seat.FIRST else Position(others, own, then)

    def ended(self, position: Position) -> int:
        margin = bits.count(position.first) - bits.count(position.second)
        return (WON if margin > 0 else -WON) + PIECE * margin if margin else 0

    def wins_at_once(self, position: Position) -> bool:  # noqa: ARG002 (no move wins by itself)
        return False

    def value(self, position: Position) -> int:
        first, second, _ = position
        empty = _ALL & ~(first | second)
        total = _MOVE * (
            bits.count(open_cells(first, second)) - bits.count(open_cells(second, first))
        )
        total += _OUTER * (bits.count(_grown(second) & empty) - bits.count(_grown(first) & empty))
        for corner, beside in _CORNERS.items():
            at, worth = (beside, -_BESIDE) if empty >> corner & 1 else (corner, _CORNER)
            total += worth * ((first >> at & 1) - (second >> at & 1))
        return total

    def deepest(self, position: Position) -> int:  # noqa: ARG002
        return 100


def _grown(cells: int) -> int:
    """Return cells with their neighbours."""
    cells |= (cells << 1 & _NOT_LEFT) | (cells >> 1 & _NOT_RIGHT)
    return (cells | cells << 8 | cells >> 8) & _ALL


def engine(game: Reversi) -> Discs:
    return Discs(game)
