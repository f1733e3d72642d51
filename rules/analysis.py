"""Analysis of a finished game: wins that were missed or let in, and a curve of its values.

Every remark is proven: by trying all answers where a single move can end the game, and by a search
without estimates where the end is near. Only the curve is estimated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from . import AnyGame
from .engine import Level
from .engines import choose, engine_of, unbounded
from .game import Seat
from .play import Ply, replay
from .proofs import Prover
from .search import Limits

_GLANCE = Level(depth=1)
"""How the curve is estimated."""

_ENDING = Limits(nodes=20_000)
"""What may be spent on each position to search it to the end of the game."""


class Mark(StrEnum):
    """What is remarked about a move.

    MISSED: it gave away a win in one or two moves. LET_IN: it allowed the other side such a win,
    which another move would not have done. WORSE: it gave away a win or a draw near the end.
    """

    MISSED = "missed"
    LET_IN = "let_in"
    WORSE = "worse"


@dataclass(frozen=True)
class Remark:
    """A remark about the move of a ply.

    moves: in how many moves the win that was missed or let in is certain; 0 for ``WORSE``.
    better: a better move, as it is printed.
    """

    ply: int
    mark: Mark
    moves: int
    better: str


class Analysis(NamedTuple):
    """The remarks in the order of the plies, and the value after each move.

    Values are seen from the first seat; from ``PROVEN`` on the game is won.
    """

    remarks: tuple[Remark, ...]
    curve: tuple[int, ...]


def analyse(game: AnyGame, state: Any, moves: Iterable[str]) -> Analysis:
    """Analyse a game: where it began, and its moves, which may end with ``resign``.

    :raises PlyError: for the first move that cannot be played
    """
    plies = [ply for ply in replay(game, state, moves).plies if ply.move is not None]
    about = _about_sudden_wins if engine_of(game).is_sudden else _about_the_end
    return Analysis(tuple(about(game, plies)), tuple(_value(game, ply.after) for ply in plies))


def _value(game: AnyGame, state: Any) -> int:
    engine = engine_of(game)
    side = game.to_move(state)
    if side is None:
        return engine.ended(engine.position(state))
    value = choose(game, state, _GLANCE).value
    return value if side is Seat.FIRST else -value


def _about_sudden_wins(game: AnyGame, plies: Sequence[Ply[Any, Any]]) -> list[Remark]:
    """Return remarks on a game that a single move can win."""
    return list(filter(None, map(_Sudden(game).remark, plies)))


class _Sudden:
    """Remarks by proofs of wins in one and in two."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.engine = game, engine_of(game)
        self.prover = Prover(self.engine)

    def remark(self, ply: Ply[Any, Any]) -> Remark | None:
        """Return the remark on a move, if there is one."""
        before, after = (self.engine.position(state) for state in (ply.before, ply.after))
        outcome = self.game.outcome(ply.after)
        if outcome and outcome.winner is ply.seat:
            return None
        if better := self.prover.win_in_one(before):
            return self._remark(ply, Mark.MISSED, 1, better)
        better = self.prover.win_in_two(before)
        if better and not self.prover.forces(before, ply.move):
            return self._remark(ply, Mark.MISSED, 2, better)
        return None if outcome or better else self._let_in(ply, before, after)

    def _let_in(self, ply: Ply[Any, Any], before: Any, after: Any) -> Remark | None:
        if self.engine.side(after) is ply.seat:
            return None
        for moves in (1, 2):
            if self.prover.wins_within(after, moves):
                better = self._safe(before, ply.seat, moves)
                return better and self._remark(ply, Mark.LET_IN, moves, better)
        return None

    def _safe(self, position: Any, seat: Seat, moves: int) -> Any:
        """Return a move after which the other side has no win in so many moves, if there is one."""
        for move in self.engine.moves(position, {}):
            after = self.engine.after(position, move)
            if self.engine.side(after) in (seat, None) or not self.prover.wins_within(after, moves):
                return move
        return None

    def _remark(self, ply: Ply[Any, Any], mark: Mark, moves: int, better: Any) -> Remark:
        return Remark(ply.number, mark, moves, self.game.format(ply.before, better))


def _about_the_end(game: AnyGame, plies: Sequence[Ply[Any, Any]]) -> list[Remark]:
    """Return remarks on a game that is won by a score, from where a search sees its end."""
    engine, remarks = engine_of(game), list[Remark]()
    if not plies or game.outcome(plies[-1].after) is None:
        return remarks
    then = engine.ended(engine.position(plies[-1].after))
    for ply in reversed(plies):
        if len(list(game.legal_moves(ply.before))) == 1:
            continue
        found = choose(game, ply.before, unbounded(game), limits=_ENDING)
        if not found.exact:
            break
        sign = 1 if ply.seat is Seat.FIRST else -1
        if _result(found.value) > _result(sign * then):
            better = game.format(ply.before, found.move)
            remarks.insert(0, Remark(ply.number, Mark.WORSE, 0, better))
        then = sign * found.value
    return remarks


def _result(value: int) -> int:
    """Return 1 for a win, 0 for a draw and -1 for a loss."""
    return (value > 0) - (value < 0)
