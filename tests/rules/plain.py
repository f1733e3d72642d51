"""A plain search by the rules alone: it tries every move, and shares no code with the engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

from rules import AnyGame
from rules.game import Seat
from tests.rules.playouts import goals_of_gyges

UNBOUNDED = 1_000


def by_effect(game: AnyGame, state: Any) -> dict[Hashable, Any]:
    """Return a legal move for each arrangement of the pieces that one leads to."""
    found: dict[Hashable, Any] = {}
    for move in game.legal_moves(state):
        found.setdefault(game.arrangement_after(state, move), move)
    return found


class Plain:
    """Whether a side can force a win in a number of its moves, by default any number.

    It remembers positions, and tries those moves first that have decided others.
    """

    def __init__(self, game: AnyGame, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self._known: dict[tuple[Any, int], bool] = {}
        self._useful: Counter[Any] = Counter()

    def wins(self, state: Any, moves: int = UNBOUNDED) -> bool:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome.winner is self.seat
        if self.game.to_move(state) is self.seat and moves == 0:
            return False
        key = state, moves
        if key not in self._known:
            self._known[key] = self._decided(state, moves)
        return self._known[key]

    def _decided(self, state: Any, moves: int) -> bool:
        mine = self.game.to_move(state) is self.seat
        if mine and moves == 1 and self.game.name == "gyges":
            # No other move can win at once.
            goals = goals_of_gyges(list(self.game.legal_moves(state)))
            return any(self.wins(self.game.apply(state, move), 0) for move in goals)
        for move in self._useful_first(by_effect(self.game, state).values()):
            if self.wins(self.game.apply(state, move), moves - mine) == mine:
                self._useful[move] += 1
                return mine
        return not mine

    def _useful_first(self, moves: Iterable[Any]) -> list[Any]:
        return sorted(moves, key=lambda move: -self._useful[move])

    def winning(self, state: Any, moves: int = UNBOUNDED) -> list[Hashable]:
        """Return the effects of the moves after which the side to move still wins."""
        return [
            effect
            for effect, move in by_effect(self.game, state).items()
            if self.wins(self.game.apply(state, move), moves - 1)
        ]
