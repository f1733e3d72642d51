"""Contests by the clock: what is due, portion by portion.

Each portion has a transaction of its own.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.core.bookkeeping import ServerAct
from pbm.core.contests.model import Contest
from pbm.core.model import Cause
from pbm.notices.posting.post import Post
from pbm.play.board_repository import BoardRepository
from pbm.play.contests.duties import Step, plan
from pbm.play.work import Work
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

LONGEST_SECONDS = 0.25
"""How long one portion of work may go on with further steps. Other processes write in between."""

AGAIN_AFTER_FAULT = timedelta(hours=1)


class ContestKeeper:
    """Does what contests need by the clock, and queues the mails about it."""

    def __init__(self, repository: BoardRepository, post: Post) -> None:
        self._repository, self._post = repository, post

    def portion(self, tx: Transaction, now: datetime) -> bool:
        """Do the next steps that are due. Returns whether there may be more.

        :raises ConflictError: if another process was faster
        """
        end = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < end:
            due = tx.contests.due(now, 1)
            if not due:
                return False
            self._serve(tx, due[0], now)
        return True

    def _serve(self, tx: Transaction, contest: Contest, now: datetime) -> None:
        """Do one step for a contest. A fault in it must not stop the others."""
        try:
            with tx.savepoint():
                self._do(tx, contest, now)
        except (TemporaryFailure, ConflictError):
            raise
        except Exception:
            log.exception("contest %d could not be served", contest.id)
            tx.contests.set_alarm(contest, now + AGAIN_AFTER_FAULT)

    def _do(self, tx: Transaction, contest: Contest, now: datetime) -> None:
        planned = plan(tx, contest, now)
        if not isinstance(planned, Step):
            tx.contests.set_alarm(contest, planned)
            return
        act = tx.acts.add(ServerAct.CLOCK, planned.why, {"contest": contest.id}, now)
        work = Work(tx, now, Cause(act=act.id), self._repository)
        planned.do(work)
        self._post.tell(work)
