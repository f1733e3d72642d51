"""Lines of Action as a search sees it: men near each other count, and groups, and moves."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import CARELESS, Level
from ..game import Seat
from ..general import General
from ..kit.state import Move, State
from .game import SIZE, LinesOfAction

_LEVELS = (
    Level(depth=1, noise=40, careless=CARELESS),
    Level(depth=2, noise=15),
    Level(depth=2, noise=4, nodes=250),
    Level(depth=3, nodes=1_000),
    Level(depth=3, nodes=5_000),
)
_GROUP, _AWAY = 12, 3
"""How much each group of men, and each step of a man from the middle of its side's men, costs."""

_MOST_JOINED = 5
"""The most groups that one move can join: a man beside four of them, perhaps one by itself."""


class Groups(General[State, Move]):
    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: LinesOfAction) -> None:
        super().__init__(game)
        self.rules = game
        self.near = [frozenset(game.grid.adjacent[cell]) for cell in game.grid.cells]

    def after(self, position: State, move: Move) -> State:
        return self.rules.after(position, move)

    def wins_at_once(self, position: State) -> bool:
        if position.end:
            return False
        groups = self._groups(position.board, position.turn)
        if len(groups) > _MOST_JOINED or not any(self._joins(groups, each) for each in groups):
            return False
        return self.rules.winning(position) is not None

    def _groups(self, board: str, seat: Seat) -> list[set[int]]:
        sign, found = self.rules.sign(seat), list[set[int]]()
        left = {cell for cell, each in enumerate(board) if each == sign}
        while left:
            found.append(self.rules.grid.chain(board, next(iter(left))))
            left -= found[-1]
        return found

    def _joins(self, groups: Sequence[set[int]], own: set[int]) -> bool:
        """Return whether some cell is beside all other groups, and beside the rest of its own."""
        others = [each for each in groups if each is not own or len(own) > 1]
        beside = [{cell for man in each for cell in self.near[man]} for each in others]
        return not beside or bool(set.intersection(*beside))

    def value(self, position: State) -> int:
        first, second = (self._scattered(position.board, seat) for seat in Seat)
        return second - first

    def _scattered(self, board: str, seat: Seat) -> int:
        """Return how far a side's men are from being connected."""
        groups = self._groups(board, seat)
        men = [divmod(cell, SIZE) for group in groups for cell in group]
        rows = sum(row for row, _ in men) / len(men)
        columns = sum(column for _, column in men) / len(men)
        away = sum(max(abs(row - rows), abs(column - columns)) for row, column in men)
        return round(_GROUP * len(groups) + _AWAY * away)


def engine(game: LinesOfAction) -> Groups:
    return Groups(game)
