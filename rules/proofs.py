"""Wins in one and in two moves, proven by trying every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from .engine import Engine, P
from .game import M, S, Seat


class Prover(Generic[S, M, P]):
    """Proofs for an engine whose ``wins_at_once`` is exact.

    It remembers which answers have refuted moves, because they often refute other moves as well.
    """

    def __init__(self, engine: Engine[S, M, P]) -> None:
        self.engine = engine
        self._refuted: dict[M, int] = {}

    def wins_in_one(self, position: P) -> Iterator[M]:
        """Yield the moves that win at once."""
        if self.engine.wins_at_once(position):
            moves = self.engine.moves(position, {})
            yield from (move for move in moves if self._wins(position, move))

    def wins_in_two(self, position: P) -> Iterator[M]:
        """Yield the moves after which every answer allows a win in one."""
        moves = self.engine.moves(position, {})
        yield from (move for move in moves if self.forces(position, move))

    def winning_line(self, position: P, moves: int) -> tuple[M, ...]:
        """Return the line with which the side to move wins: one move, or two around an answer.

        The line is empty if the side cannot win so soon.
        """
        wins = self.wins_in_one if moves == 1 else self.wins_in_two
        first = next(wins(position), None)
        if first is None:
            return ()
        return (first,) if moves == 1 else self.line_from(position, first)

    def line_from(self, position: P, first: M) -> tuple[M, ...]:
        """Return a move that wins in two, an answer if there is one, and the win."""
        after = self.engine.after(position, first)
        answers: tuple[M, ...] = ()
        if self.engine.side(after) is not self.engine.side(position):
            answers = (next(self._lasting(after)),)
            after = self.engine.after(after, answers[0])
        return (first, *answers, next(self.wins_in_one(after)))

    def _lasting(self, position: P) -> Iterator[M]:
        """Yield the moves after which the game goes on."""
        for move in self.engine.moves(position, {}):
            if self.engine.side(self.engine.after(position, move)):
                yield move

    def wins_within(self, position: P, moves: int) -> bool:
        """Return whether the side to move can force a win in one or two moves."""
        if self.engine.wins_at_once(position):
            return True
        return moves == 2 and next(self.wins_in_two(position), None) is not None

    def _wins(self, position: P, move: M) -> bool:
        return self._has_won(self.engine.after(position, move), self.engine.side(position))

    def _has_won(self, position: P, side: Seat | None) -> bool:
        """Return whether the game is over and a side has won; a move may also lose at once."""
        ended = self.engine.ended(position) if self.engine.side(position) is None else 0
        return ended > 0 if side is Seat.FIRST else ended < 0

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
            if self._has_won(then, side):
                continue
            if engine.side(then) is not side or not engine.wins_at_once(then):
                self._refuted[answer] = self._refuted.get(answer, 0) + 1
                return False
        return True
