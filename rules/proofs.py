"""Wins in one and in two moves, proven by trying every answer."""

from __future__ import annotations

from typing import Generic

from .engine import Engine, P
from .game import M, S


class Prover(Generic[S, M, P]):
    """Proofs for an engine whose ``wins_at_once`` is exact.

    It remembers which answers have refuted moves, because they often refute others as well.
    """

    def __init__(self, engine: Engine[S, M, P]) -> None:
        self.engine = engine
        self._refuted: dict[M, int] = {}

    def win_in_one(self, position: P) -> M | None:
        """Return a move that wins at once, if there is one."""
        if not self.engine.wins_at_once(position):
            return None
        return next(move for move in self.engine.moves(position, {}) if self._wins(position, move))

    def win_in_two(self, position: P) -> M | None:
        """Return a move after which every answer allows a win in one, if there is one."""
        moves = self.engine.moves(position, {})
        return next((move for move in moves if self.forces(position, move)), None)

    def wins_within(self, position: P, moves: int) -> bool:
        """Return whether the side to move can force a win in one or two moves."""
        if self.engine.wins_at_once(position):
            return True
        return moves == 2 and self.win_in_two(position) is not None

    def _wins(self, position: P, move: M) -> bool:
        after = self.engine.after(position, move)
        return self.engine.side(after) is None and self.engine.ended(after) != 0

    def forces(self, position: P, move: M) -> bool:
        """Return whether every answer to a move allows a win in one."""
        engine, side = self.engine, self.engine.side(position)
        after = engine.after(position, move)
        to_play = engine.side(after)
        if to_play is side:  # the other side is passed over
            return engine.wins_at_once(after)
        if to_play is None or engine.wins_at_once(after):
            return False
        for answer in engine.moves(after, self._refuted):
            then = engine.after(after, answer)
            if engine.side(then) is not side or not engine.wins_at_once(then):
                self._refuted[answer] = self._refuted.get(answer, 0) + 1
                return False
        return True
