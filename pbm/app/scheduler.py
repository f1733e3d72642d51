"""The clocks, looked at every minute.

A tick is a job in a transaction, like a letter. What it does is caused by an act of the server's
own, whose command is ``clock``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from pbm.base.errors import TemporaryFailure
from pbm.base.logs import moment
from pbm.core.marks import TICK
from pbm.core.model import Cause, Player, ServerAct
from pbm.mail.correspondence import OutboxMail
from pbm.notices.digest import by_reader, due_pieces, portions
from pbm.notices.post import Post
from pbm.play import clock, vacations
from pbm.play.board_repository import BoardRepository
from pbm.play.work import Work
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

# A restart is no downtime.
DOWN_AFTER = timedelta(minutes=10)


class Scheduler:
    def __init__(self, repository: BoardRepository, post: Post) -> None:
        self._repository, self._post = repository, post

    def tick(self, tx: Transaction, now: datetime) -> None:
        """Do what is due. To be called every minute: a longer gap was downtime.

        :raises ConflictError: if another process was faster, or a board has moved on meanwhile;
            what is still due then is done the next time
        """
        last = tx.moments.get(TICK)
        tx.moments.move(TICK, now, was=last)
        if last is not None and now - last >= DOWN_AFTER:
            self._give_back(tx, last, now)
        if last is not None and last - now >= DOWN_AFTER:
            self._take_back(tx, last, now)
        tx.outbox.end_rests(now)
        self._tell_absences(tx, now)
        self._send_digests(tx, now)
        self._serve_clocks(tx, now)

    @contextmanager
    def _act(self, tx: Transaction, now: datetime, why: str, *boards: int) -> Iterator[Work]:
        """Something that the clock does, and the mails about it."""
        facts = {"boards": [*boards]} if boards else {}
        act = tx.acts.add(ServerAct.CLOCK, why, facts, now)
        work = Work(tx, now, Cause(act=act.id), self._repository)
        yield work
        self._post.tell(work)

    def _give_back(self, tx: Transaction, last: datetime, now: datetime) -> None:
        from_, to = (each.isoformat(timespec="seconds") for each in (last, now))
        told = "the server did not run from %s to %s: everybody is given that time back"
        log.warning(told, moment(last), moment(now))
        with self._act(tx, now, f"the server did not run from {from_} to {to}") as work:
            clock.give_back(work, last)

    def _take_back(self, tx: Transaction, ahead: datetime, now: datetime) -> None:
        told = "the clock was ahead, at %s: time given back by it is taken back"
        log.warning(told, moment(ahead))
        why = f"the clock was ahead, at {ahead.isoformat(timespec='seconds')}"
        with self._act(tx, now, why) as work:
            clock.take_back(work)

    def _tell_absences(self, tx: Transaction, now: datetime) -> None:
        due = vacations.take_announcements(tx, now)
        if not due:
            return
        with self._act(tx, now, "opponents are told of vacations") as work:
            for news in due:
                work.publish(news)

    def _send_digests(self, tx: Transaction, now: datetime) -> None:
        held = [(tx.players.get(player), mails) for player, mails in by_reader(tx.outbox.held())]
        due = [(player, due_pieces(player, mails, now)) for player, mails in held]
        if not any(mails for _, mails in due):
            return
        with self._act(tx, now, "the digests") as work:
            for player, mails in due:
                self._send_digest(work, player, mails)

    def _send_digest(self, work: Work, player: Player, mails: Sequence[OutboxMail]) -> None:
        """In several mails, where one would be too long."""
        for portion in portions(mails) if player.addresses else ():
            self._post.send_digest(work, player, portion)
        for mail in mails:
            work.tx.outbox.gather(mail.id)

    def _serve_clocks(self, tx: Transaction, now: datetime) -> None:
        due = clock.due(tx, now, _heard_until(tx, now))
        if not due:
            return
        with self._act(tx, now, "time went by", *(match.board for match in due)) as work:
            for duty in clock.duties(due, now):
                self._do(work, duty)

    def _do(self, work: Work, duty: clock.Duty) -> None:
        """A fault of ours at one board must not stop the clocks of all others."""
        try:
            with work.tx.savepoint():
                duty.do(work)
                self._post.tell(work)
        except TemporaryFailure:
            raise
        except Exception:
            boards = [match.board for match in duty.matches]
            log.exception("the clocks of %s could not be served", boards)
            work.published.clear()
            clock.put_off(work, duty)


def _heard_until(tx: Transaction, now: datetime) -> datetime:
    """Every letter that came before this moment has been acted on."""
    waiting = tx.letters.waiting()
    oldest = tx.letters.get(waiting[0]) if waiting else None
    return oldest.received if oldest else now
