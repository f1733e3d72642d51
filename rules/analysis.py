"""Analysis of a finished game: wins that were missed or let in, and a curve of its values.

Every remark is proven: by trying all answers where a single move can end the game, and by a search
without estimates where the end is near. Only the curve is estimated.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from . import AnyGame
from .endings import Endings, TooFarError
from .engine import Level, margin
from .engines import choose, engine_of
from .game import Seat
from .play import Ply, replay
from .proofs import Prover

_GLANCE = Level(depth=1)
"""The search that estimates the curve."""

_ENDING = 50_000
"""The most positions that are visited to search one position to the end of the game."""

_FEW_PIECES = 3
"""A move that gives away at most this many pieces, and no result, gets no remark."""

_LONGEST_LINE = 6
"""The most moves of a better line that are shown."""


class RemarkKind(StrEnum):
    """The kinds of remarks about a move.

    MISSED: the move gave away a win in one or two moves. LET_IN: it allowed the other side such a
    win, and another move did not. WORSE: it gave away a win or a draw near the end.
    COSTLY: it gave away more than three pieces near the end, but not the result.
    """

    MISSED = "missed"
    LET_IN = "let_in"
    WORSE = "worse"
    COSTLY = "costly"


@dataclass(frozen=True)
class Remark:
    """A remark about the move of a ply.

    moves: in how many moves the win that was missed or let in is certain; 0 near the end.
    pieces: how many pieces were given away near the end; 0 in a game without a score.
    better: a better move, and how the game may go on from there, as moves are printed.
    punished: for ``LET_IN``, how the other side wins after the move that was played.
    """

    ply: int
    kind: RemarkKind
    moves: int = 0
    pieces: int = 0
    better: tuple[str, ...] = ()
    punished: tuple[str, ...] = ()


class Analysis(NamedTuple):
    """The remarks in the order of the plies, and the value after each ply.

    Values are seen from the first seat; from ``PROVEN`` on the game is won.
    """

    remarks: tuple[Remark, ...]
    curve: tuple[int, ...]


def analyse(game: AnyGame, state: Any, moves: Iterable[str]) -> Analysis:
    """Analyse a game by its first state and its moves, which may end with ``resign``.

    :raises PlyError: for the first move that cannot be played
    """
    steps = analysing(game, state, moves)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


def analysing(game: AnyGame, state: Any, moves: Iterable[str]) -> Generator[int, None, Analysis]:
    """Analyse a game ply by ply, the last one first, and yield how many plies are left after each.

    The caller can do other things between plies. The generator returns the result of ``analyse``.

    :raises PlyError: for the first move that cannot be played
    """
    plies = replay(game, state, moves).plies
    remarks: list[Remark] = []
    curve: list[int] = []
    critic = _Sudden(game) if engine_of(game).is_sudden else _Ending(game)
    for left, ply in zip(reversed(range(len(plies))), reversed(plies), strict=True):
        remarks += critic.remarks(ply) if ply.move is not None else ()
        curve.append(_value(game, ply.after))
        yield left
    return Analysis(tuple(remarks[::-1]), tuple(curve[::-1]))


def _value(game: AnyGame, state: Any) -> int:
    engine = engine_of(game)
    side = game.to_move(state)
    if side is None:
        return engine.ended(engine.position(state))
    if engine.levels[-1].simulations:
        return engine.value(engine.position(state))
    value = choose(game, state, _GLANCE).value
    return value if side is Seat.FIRST else -value


def _printed(game: AnyGame, state: Any, moves: Iterable[Any]) -> tuple[str, ...]:
    """Return consecutive moves in the usual notation."""
    texts = []
    for move in moves:
        texts.append(game.format(state, move))
        state = game.apply(state, move)
    return tuple(texts)


class _Sudden:
    """Remarks on a game that a single move can win, by proofs of wins in one and in two."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.engine = game, engine_of(game)
        self.prover = Prover(self.engine)

    def remarks(self, ply: Ply[Any, Any]) -> Iterator[Remark]:
        """Yield the remark on a move, if there is one."""
        before, after = (self.engine.position(state) for state in (ply.before, ply.after))
        outcome = self.game.outcome(ply.after)
        if outcome and outcome.winner is ply.seat:
            return
        for moves in (1, 2):
            better = self.prover.winning_line(before, moves)
            if better and not (moves == 2 and self.prover.forces(before, ply.move)):
                printed = _printed(self.game, ply.before, better)
                yield Remark(ply.number, RemarkKind.MISSED, moves, better=printed)
            if better:
                return
        if outcome is None and self.engine.side(after) is not ply.seat:
            yield from self._let_in(ply, before, after)

    def _let_in(self, ply: Ply[Any, Any], before: Any, after: Any) -> Iterator[Remark]:
        for moves in (1, 2):
            punished = self.prover.winning_line(after, moves)
            if punished:
                safe = self._safe(before, ply.seat, moves)
                if safe is not None:
                    better = _printed(self.game, ply.before, [safe])
                    lost = _printed(self.game, ply.after, punished)
                    yield Remark(ply.number, RemarkKind.LET_IN, moves, better=better, punished=lost)
                return

    def _safe(self, position: Any, seat: Seat, moves: int) -> Any:
        """Return a move after which the other side has no win in ``moves`` moves, if any."""
        for move in self.engine.moves(position, {}):
            after = self.engine.after(position, move)
            if self.engine.side(after) in (seat, None) or not self.prover.wins_within(after, moves):
                return move
        return None


class _Ending:
    """Remarks on the last moves of a game that is won by a score, as far as a search sees the end.

    ``remarks`` is called with the moves of the game in reverse order.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game, self.engine = game, engine_of(game)
        self.endings = Endings(self.engine, _ENDING)
        self.is_too_far = False

    def remarks(self, ply: Ply[Any, Any]) -> Iterator[Remark]:
        """Yield the remark on a move, if there is one."""
        if self.is_too_far:
            return
        position = self.engine.position(ply.before)
        try:
            best = self.endings.value(position)
            played = self.endings.value_of(position, ply.move)
            lost = abs(margin(best) - margin(played))
            is_worse = _result(best) > _result(played)
            if is_worse or lost > _FEW_PIECES:
                kind = RemarkKind.WORSE if is_worse else RemarkKind.COSTLY
                better = _printed(self.game, ply.before, self._line(position))
                yield Remark(ply.number, kind, pieces=lost, better=better)
        except TooFarError:
            # Earlier moves are still further away from the end.
            self.is_too_far = True

    def _line(self, position: Any) -> Iterator[Any]:
        for _ in range(_LONGEST_LINE):
            if self.engine.side(position) is None:
                return
            move = self.endings.best(position)
            yield move
            position = self.engine.after(position, move)


def _result(value: int) -> int:
    """Return 1 for a win, 0 for a draw and -1 for a loss."""
    return (value > 0) - (value < 0)
