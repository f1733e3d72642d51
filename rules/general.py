"""The engine for games without an engine of their own: it uses only the interface of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic

from .engine import CARELESS, WON, Level
from .game import Game, M, S, Seat

_LEVELS = (
    Level(depth=1, noise=20, careless=CARELESS),
    Level(depth=2, noise=10),
    Level(depth=3, noise=5),
    Level(depth=4, nodes=500),
    Level(depth=5, nodes=5_000),
)


class General(Generic[S, M]):
    """An engine for any game. Its estimates count the moves of the side to play."""

    levels: Sequence[Level] = _LEVELS
    is_sudden = False

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game

    def position(self, state: S) -> S:
        return state

    def side(self, position: S) -> Seat | None:
        return self.game.to_move(position)

    def moves(self, position: S, merits: Mapping[M, int]) -> Sequence[M]:
        return sorted(self.game.legal_moves(position), key=lambda move: -merits.get(move, 0))

    def after(self, position: S, move: M) -> S:
        return self.game.apply(position, move)

    def ended(self, position: S) -> int:
        outcome = self.game.outcome(position)
        if outcome is None or outcome.winner is None:
            return 0
        return WON if outcome.winner is Seat.FIRST else -WON

    def wins_at_once(self, position: S) -> bool:  # noqa: ARG002 (a deeper search finds it)
        return False

    def value(self, position: S) -> int:
        count = sum(1 for _ in self.game.legal_moves(position))
        return count if self.game.to_move(position) is Seat.FIRST else -count

    def deepest(self, position: S) -> int:  # noqa: ARG002
        return 100
