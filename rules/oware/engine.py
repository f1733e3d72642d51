"""Oware as a search sees it: seeds that are taken count, and those that can be kept a little."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine import Level
from ..general import General
from ..kit.pits import HOUSES, SEEDS, counted
from ..kit.state import Move, State
from .game import Oware

_LEVELS = (
    Level(depth=1, noise=40, wary=False),
    Level(depth=2, noise=20),
    Level(depth=4),
    Level(depth=5, nodes=3_000),
    Level(depth=6, nodes=15_000),
)
_TAKEN, _KEPT, _OPEN = 10, 1, 3
"""The worth of a seed that was taken, of one in a side's houses, and of a house with one or two
seeds, which the other side may take.
"""
_MOST_AT_ONCE = 15
"""The seeds in five houses that a move can take."""


class Sowing(General[State, Move]):
    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: Oware) -> None:
        super().__init__(game)
        self.rules = game

    def moves(self, position: State, merits: Mapping[Move, int]) -> Sequence[Move]:
        """Return the houses nearest to the opponent first: they take most often."""
        found = [*self.rules.legal_moves(position)][::-1]
        return sorted(found, key=lambda move: -merits.get(move, 0))

    def after(self, position: State, move: Move) -> State:
        return self.rules.after(position, move)

    def wins_at_once(self, position: State) -> bool:
        seeds = counted(position.board)
        taken = seeds[position.turn.value - 2]
        # The game may also end because nobody can move; then each side has its own houses.
        own = sum(seeds[house] for house in self.rules.houses[position.turn])
        if position.end or max(_MOST_AT_ONCE, own) + taken <= SEEDS // 2:
            return False
        return self.rules.winning(position) is not None

    def value(self, position: State) -> int:
        seeds = counted(position.board)
        rows = seeds[:HOUSES], seeds[HOUSES:-2]
        first, second = (_KEPT * sum(row) - _OPEN * (row.count(1) + row.count(2)) for row in rows)
        return _TAKEN * (seeds[-2] - seeds[-1]) + first - second


def engine(game: Oware) -> Sowing:
    return Sowing(game)
