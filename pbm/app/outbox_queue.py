"""The store's outbox as a queue for the pump.

Several nodes may deliver from it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile

from pbm.app.application import App
from pbm.base.errors import ConflictError
from pbm.base.logs import mask_addresses
from pbm.base.values import quickly_made
from pbm.core.marks import MarkKind, Trouble
from pbm.mail.correspondence import MailStatus, OutboxMail, PassedOver
from pbm.notices.kinds import MailKind
from pbm.smtp.outbox import due_mails
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.pacing import Pace, day_of
from pbm.store.protocol import Transaction
from pbm.store.writer import Writer

log = logging.getLogger(__name__)

_SCARCE = MarkKind.SCARCE.of()
"""The day on which most of the mails of a day were gone last."""

URGENT = frozenset(
    each.value
    for each in (
        MailKind.BOARD,
        MailKind.ILLEGAL,
        MailKind.INVITATION,
        MailKind.CONFIRM,
        MailKind.SIGNUP,
        MailKind.ADDRESSES_ASKED,
        MailKind.OWNER_ASKED,
        MailKind.ALERT,
    )
)
"""Moves and results, invitations, questions, and what the operator is told."""

Job = Callable[[Transaction], None]

MOST_UNMARKED = 128
"""Upper bound on mails sent but not yet marked as sent. After a crash they are sent again."""

LEASE = timedelta(minutes=5)
"""How long a mail is leased to one node. A node delivers the mails that it takes at a time in less;
the mails of a node that died wait this long."""

MOST_TRIES = 3
"""How often a node tries to lease the mails that are due before it looks again later."""


@quickly_made
@dataclass(frozen=True)
class _Sent:
    """A mail that was sent. accepted: the next hop's reply."""

    mail: int
    at: datetime
    accepted: str


@quickly_made
@dataclass(frozen=True)
class _Mark:
    sent: _Sent
    written: Future[None]

    def is_done(self) -> bool:
        return self.written.done()


class OutboxQueue:
    """The store's outbox as a queue for the pump.

    Mails are marked as sent in batches, while the next ones are being sent: waiting for the disk
    after each mail would take longer than sending it. While marks cannot be written, no mail is
    due.
    """

    def __init__(self, app: App, writer: Writer) -> None:
        self._app, self._writer = app, writer
        self._marks: dict[int, _Mark] = {}
        self._pace = Pace(app.settings.mailbox_per_day, URGENT) if app.settings.mailbox else None

    def due(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[Outgoing]:
        self._look_at_marks()
        return self._app.outgoing(self._taken(now, limit, busy))

    def _taken(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[OutboxMail]:
        """The mails that are due on this node."""
        with self._app.store.reading() as tx:
            return self._due(tx, now, limit, busy)

    def _due(
        self, tx: Transaction, now: datetime, limit: int, busy: Collection[str]
    ) -> Sequence[OutboxMail]:
        """The mails that are due, as many as the provider's limit of a day leaves room for."""
        if self._pace is None:
            return due_mails(tx, now, limit, PassedOver(busy, self._marks))
        sent = tx.outbox.sent_since(day_of(now), self._pace.per_day)
        room = self._pace.room(sent, len(self._marks), now)
        if room.is_scarce and tx.moments.get(_SCARCE) != day_of(now):
            self._writer.submit(partial(_note_scarce, now=now), acting=True)
        if not room.mails:
            return ()
        passed_over = PassedOver(busy, self._marks, room.kinds)
        return due_mails(tx, now, min(limit, room.mails), passed_over)

    def sent(self, mail: int, now: datetime, accepted: str) -> None:
        self._look_at_marks()
        self._mark(_Sent(mail, now, accepted))
        if len(self._marks) > MOST_UNMARKED:
            wait([mark.written for mark in self._marks.values()][:-MOST_UNMARKED])

    def _mark(self, sent: _Sent) -> None:
        written = self._writer.together(self._mark_all, sent, can_wait=True)
        self._marks[sent.mail] = _Mark(sent, written)

    def _mark_all(self, tx: Transaction, sent: Sequence[_Sent]) -> Sequence[None]:
        last = max(each.at for each in sent)
        tx.outbox.mark_sent({each.mail: each.accepted for each in sent}, last)
        for each in sent:
            self._settle(tx, each.mail)
        return [None] * len(sent)

    def _settle(self, tx: Transaction, mail: int) -> None:
        """Do what else the end of a delivery asks for: here nothing."""

    def _result(self, mail: int, job: Job) -> Job:
        """The job that records the result of a delivery."""

        def record(tx: Transaction) -> None:
            job(tx)
            self._settle(tx, mail)

        return record

    def _look_at_marks(self) -> None:
        """Retry marks that could not be written, and raise their errors, such as TemporaryFailure.

        A conflict is not raised: two nodes that deliver may wait for each other's rows.
        """
        # They are written in order.
        done = [*takewhile(_Mark.is_done, self._marks.values())]
        failed = [mark for mark in done if mark.written.exception()]
        for mark in done:
            del self._marks[mark.sent.mail]
        for mark in failed:
            self._mark(mark.sent)
        for mark in failed:
            with suppress(ConflictError):
                mark.written.result()

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        self._put_off(mail, lambda tx: tx.outbox.postpone(mail, until, why))

    def deferred(self, mail: int, until: datetime, why: str) -> None:
        self._put_off(mail, lambda tx: tx.outbox.postpone(mail, until, why, attempts=0))

    def stopped(self, until: datetime, why: str, *, tell: bool) -> None:
        def note(tx: Transaction) -> None:
            _forget_refusal(tx)
            tx.moments.set(MarkKind.REFUSED.of(mask_addresses(why)), until)
            if tell:
                tx.marks.add(Trouble.REFUSED.mark, self._app.clock())

        self._write(note, acting=True)

    def resumed(self) -> None:
        self._write(_forget_refusal, acting=True)

    def revived(self, mail: int, until: datetime, why: str) -> None:
        def revive(tx: Transaction) -> None:
            given_up = tx.outbox.get(mail)
            if given_up and given_up.status in (MailStatus.DEAD, MailStatus.DROPPED):
                now, status = self._app.clock(), given_up.status
                tx.outbox.revive(mail, given_up.recipient, now, was=status)
                tx.outbox.postpone(mail, until, why, attempts=0)

        self._write(revive, acting=True)

    def dead(self, mail: int, why: str) -> None:
        self._write(self._result(mail, self._app.dead(mail, why)), acting=True)

    def refused(self, mail: int, why: str) -> None:
        self._write(self._result(mail, self._app.refused(mail, why)), acting=True)

    def _put_off(self, mail: int, job: Job) -> None:
        """Postpone the mail, unless an operator has changed it during delivery."""
        try:
            self._write(self._result(mail, job))
        except ConflictError as conflict:
            log.info("mail %d is not postponed: %s", mail, conflict)

    def _write(self, job: Job, *, acting: bool = False) -> None:
        self._writer.submit(job, acting=acting).result()


class LeasingQueue(OutboxQueue):
    """The outbox if several nodes deliver: each takes a lease of the mails that it delivers.

    Mails to one recipient keep their order, because one node at a time has the oldest of them.
    """

    def __init__(self, app: App, writer: Writer) -> None:
        super().__init__(app, writer)
        self._node = app.settings.node_name

    def release(self) -> None:
        """Drop the leases that this node has when it stops, or had when it was killed."""
        self._writer.submit(lambda tx: tx.leases.release(self._node)).result()

    def _taken(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[OutboxMail]:
        """The mails that this node has leased.

        If other nodes are always faster, none; the pump looks again after some seconds.
        """
        for _ in range(MOST_TRIES):
            with suppress(ConflictError):
                return self._leased(now, limit, busy)
        return ()

    def _leased(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[OutboxMail]:
        """:raises ConflictError: if another node was faster, or both waited for each other"""
        with self._app.store.reading() as tx:
            others = tx.leases.recipients(self._node, now)
            mails = self._due(tx, now, limit, {*busy, *others})
        return self._writer.submit(lambda tx: self._lease(tx, mails, now)).result() if mails else ()

    def _settle(self, tx: Transaction, mail: int) -> None:
        tx.leases.drop(mail)

    def _lease(
        self, tx: Transaction, mails: Sequence[OutboxMail], now: datetime
    ) -> Sequence[OutboxMail]:
        until = now + LEASE
        return [mail for mail in mails if tx.leases.take(mail.id, self._node, now, until)]


def _note_scarce(tx: Transaction, now: datetime) -> None:
    """Have the operator told, once a day."""
    if tx.moments.get(_SCARCE) != day_of(now):
        tx.moments.set(_SCARCE, day_of(now))
        tx.marks.add(Trouble.SCARCE.mark, now)


def _forget_refusal(tx: Transaction) -> None:
    for mark in tx.moments.of(MarkKind.REFUSED):
        tx.moments.drop(mark)
