"""Analyses that players wait for, made between the moves of programs."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass

from pbm.app.application import App
from pbm.app.workers import Wake
from pbm.core.games import Analysis, analysing
from pbm.core.model import Cause
from pbm.play.study.analyses import hand_out, next_asked
from pbm.play.work import Work

log = logging.getLogger(__name__)

DOOR = "analysis"
"""The door of the requests that cause the mails with analyses."""

MOST_TRIES = 2
"""How often an analysis may fail before it is given up."""

_PLACES, _FIRST = 100_000, 50_000
"""How many numbers a board has on the ``Slate``, and the first of those for its analysis."""

Steps = Generator[int, None, Analysis]


def advanced(steps: Steps) -> int | Analysis:
    """Do a step of an analysis. Return how many steps are left, or the finished analysis."""
    try:
        return next(steps)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]


def item_at(board: int, left: int) -> int:
    """The number of a step of an analysis, for the slate."""
    return board * _PLACES + _FIRST + left


@dataclass(frozen=True)
class _Begun:
    board: int
    steps: Steps


class Analyst:
    """Makes one analysis after the other, a step at a time and outside of transactions.

    take: called with the number of a step before the step, and with 0 after it.
    failures: how often a step has failed, or a process has died at it, by the number of the step.
    does: does a step; by default in this thread.
    """

    def __init__(
        self,
        app: App,
        wake: Wake,
        take: Callable[[int], None],
        failures: Counter[int],
        does: Callable[[Steps], int | Analysis] = advanced,
    ) -> None:
        self._app, self._wake, self._take, self._does = app, wake, take, does
        self._failures = failures
        self._begun: _Begun | None = None
        self._left = 0

    def is_wanted(self) -> bool:
        """Return whether there is an analysis to do a step of.

        :raises TemporaryFailure: if nothing can be read now
        """
        self._begun = self._begun or self._next()
        return self._begun is not None

    def advance(self) -> bool:
        """Do a step of the analysis that was asked for first. Return whether to go on.

        :raises TemporaryFailure: if nothing can be read or written now
        """
        begun = self._begun if self.is_wanted() else None
        if begun is None:
            return False
        item = item_at(begun.board, self._left)
        if self._tries(begun.board) >= MOST_TRIES:
            self._finish(begun.board, None)
            return True
        self._take(item)
        try:
            found = self._does(begun.steps)
        except Exception:
            log.exception("the analysis of board %d failed", begun.board)
            self._failures[item] += 1
            self._begun = None
            return True
        finally:
            self._take(0)
        if isinstance(found, Analysis):
            self._finish(begun.board, found)
        else:
            self._left = found
        return True

    def _tries(self, board: int) -> int:
        place = item_at(board, 0) // _FIRST
        return sum(times for item, times in self._failures.items() if item // _FIRST == place)

    def _next(self) -> _Begun | None:
        with self._app.store.reading() as tx:
            number = next_asked(tx)
            board = self._app.repository.board(tx, number) if number is not None else None
        if board is None:
            return None
        self._left = len(board.plies)
        moves = [ply.text for ply in board.plies]
        return _Begun(board.number, analysing(board.game, board.state_at(0), moves))

    def _finish(self, number: int, found: Analysis | None) -> None:
        self._begun = None
        with self._app.store.transaction() as tx:
            board = self._app.repository.board(tx, number)
            waiting = [each for each in tx.analyses.asked() if each.board == number]
            if board is None or not waiting:
                return
            now = self._app.clock()
            request = tx.requests.add(DOOR, waiting[0].player, f"analyse board {number}", now)
            work = Work(tx, now, Cause(request=request.id), self._app.repository)
            hand_out(work, board, found)
            self._app.post.tell(work)
        self._wake()
