"""Breakthrough as a search sees it: pieces count, and more the farther they are ahead."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import CARELESS, Level
from ..game import Seat
from ..general import General
from ..kit.state import Move, State
from .game import Breakthrough

_LEVELS = (
    Level(depth=1, noise=30, careless=CARELESS),
    Level(depth=2, noise=12),
    Level(depth=3, noise=6),
    Level(depth=4, nodes=2_000),
    Level(depth=5, nodes=8_000),
)
_AT_HOME, _PIECE, _NEAR = 12, 10, (45, 22, 15)
"""The worth of a piece in its first row, which nothing can pass unseen, of one elsewhere, and of
one that is one, two or three steps from the last row.
"""


class Ahead(General[State, Move]):
    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: Breakthrough) -> None:
        super().__init__(game)
        self.rules = game
        size = len(game.grid.rows)
        between = [_PIECE] * (size - len(_NEAR) - 2)
        self.worth = (_AT_HOME, *between, *reversed(_NEAR), 0)
        self.rows = [slice(size * row, size * (row + 1)) for row in range(size)]

    def after(self, position: State, move: Move) -> State:
        return self.rules.after(position, move)

    def wins_at_once(self, position: State) -> bool:
        if position.end:
            return False
        before_last = self.rows[-2 if position.turn is Seat.FIRST else 1]
        if self.rules.sign(position.turn) in position.board[before_last]:
            return True
        few = position.board.count(self.rules.sign(position.turn.other)) == 1
        return few and self.rules.winning(position) is not None

    def value(self, position: State) -> int:
        own, other = map(self.rules.sign, Seat)
        rows = [position.board[row] for row in self.rows]
        ahead = sum(worth * row.count(own) for worth, row in zip(self.worth, rows, strict=True))
        behind = zip(self.worth, reversed(rows), strict=True)
        return ahead - sum(worth * row.count(other) for worth, row in behind)


def engine(game: Breakthrough) -> Ahead:
    return Ahead(game)
