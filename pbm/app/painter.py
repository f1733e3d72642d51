"""The painter: makes HTML and pictures of queued mails before the pump sends them.

It shares only the store and wake-up signals with the rest. A mail is painted outside of any
transaction, and its bytes are stored only while it is queued and unfinished. Only finished mails
are sent, so a mail that is sent again is the same bytes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.app.sweeping import Sweeping
from pbm.app.workers import SWEEP_SECONDS, Wake
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.core.marks import Trouble
from pbm.mail.correspondence import OutboxMail
from pbm.store.protocol import Store, Transaction

log = logging.getLogger(__name__)

MOST_TOGETHER, LONGEST_SECONDS = 16, 0.1
"""Limits of one transaction: mails, and the seconds for painting them. They let the first of many
mails leave soon, without a wait for the disk after each mail."""

PAINTED_WITHIN = timedelta(minutes=10)
"""After this time a mail is sent as text alone, because no server runs: see ``LateMails``."""

LONGEST_CPU_SECONDS = 10
"""A process that takes more processor time over one mail is ended. The largest mails take 0.1 s,
and loading the library for pictures half a second. Other time does not count: on a busy machine, a
thread of the lowest priority may wait for minutes."""

SENT_AS_TEXT = "mails without their HTML parts"
"""Name of the counter of mails whose HTML part could not be made."""

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class _Painted:
    """The final bytes of a mail. failed: whether they are its text alone."""

    mail: int
    raw: bytes
    failed: bool = False


def finished(mail: OutboxMail) -> bytes:
    """The final bytes of a mail, with its HTML part and pictures."""
    # Imported here, so that mails leave even if the library for pictures cannot be loaded, and a
    # server with a painter process does not load it.
    from pbm.notices.painting import finished as painted  # noqa: PLC0415

    return painted(mail)


class PaintLoop(Sweeping):
    """The loop of a painter.

    wake: called when mails may be due.
    take: called with the number of a mail before painting it, and with 0 after that.
    deadly: mails to send as text, because painter processes died while painting them.
    finishes: makes the final bytes of a mail.
    beat: called as a sign of life, with each mail and each sweep.
    """

    def __init__(  # noqa: PLR0913 (half of them are signals)
        self,
        store: Store,
        clock: Clock,
        wake: Wake,
        *,
        take: Callable[[int], None] = lambda _: None,
        deadly: Container[int] = (),
        finishes: Callable[[OutboxMail], bytes] = finished,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(beat)
        self._store, self._clock, self._wake = store, clock, wake
        self._take, self._deadly, self._finishes = take, deadly, finishes

    def paint(self) -> None:
        """Finish all unfinished mails, oldest first.

        :raises TemporaryFailure: if nothing can be read or written now; the rest stays unfinished
        """
        while took := self._paint_some():
            self._wake()
            self._make_way(took)

    def _make_way(self, seconds: float) -> None:
        """Pause while letters wait, for as long as the last painting took.

        Painting slows the other processes down even on a processor of its own, because they share
        caches. Measured with 50 clients and two processors: 0.87 of the letters of an idle painter
        are accepted while it paints without pauses, 0.94 while it pauses.
        """
        with self._store.reading() as tx:
            letters_wait = tx.letters.oldest_waiting() is not None
        if letters_wait:
            time.sleep(seconds)

    def _sweep(self, rung: bool) -> float:  # noqa: ARG002
        """Paint mails. A failure is logged, and the next sweep tries again."""
        try:
            self.paint()
        except TemporaryFailure as failure:
            log.warning("painting waits: %s", failure, extra=THROTTLED)
        except Exception:
            log.exception("painting failed")
        return SWEEP_SECONDS

    def _paint_some(self) -> float:
        """Finish some mails in one transaction. Return the seconds it took, 0 if there are none."""
        with self._store.reading() as tx:
            mails = tx.outbox.unfinished(MOST_TOGETHER)
        begun = time.monotonic()
        painted = list(self._in_time(mails))
        took = time.monotonic() - begun
        if painted:
            with self._store.transaction() as tx:
                for each in painted:
                    self._keep(tx, each)
        return took if painted else 0

    def _in_time(self, mails: Sequence[OutboxMail]) -> Iterator[_Painted]:
        """Paint mails, at least one, until the time limit of a transaction is reached."""
        end = time.monotonic() + LONGEST_SECONDS
        for mail in mails:
            self._beat()
            yield self._painted(mail)
            if time.monotonic() > end:
                return

    def _painted(self, mail: OutboxMail) -> _Painted:
        if mail.id in self._deadly:
            log.error("mail %d is sent as text: processes died over its page", mail.id)
            return _Painted(mail.id, mail.raw, failed=True)
        self._take(mail.id)
        try:
            return _Painted(mail.id, self._finishes(mail))
        except Exception:
            log.exception("mail %d is sent as text: its page cannot be made", mail.id)
            return _Painted(mail.id, mail.raw, failed=True)
        finally:
            self._take(0)

    def _keep(self, tx: Transaction, painted: _Painted) -> None:
        try:
            tx.outbox.finish(painted.mail, painted.raw)
        except ConflictError as conflict:
            log.info("mail %d is not finished: %s", painted.mail, conflict)
            return
        if painted.failed:
            _count_failure(tx, self._clock())


def send_as_text(tx: Transaction, now: datetime) -> None:
    """Finish the mails that no painter has finished in time, as their text alone."""
    for mail in tx.outbox.unfinished(tx.outbox.count_unfinished()):
        if mail.queued is not None and mail.queued + PAINTED_WITHIN < now:
            leave_as_text(tx, mail, now)


def leave_as_text(tx: Transaction, mail: OutboxMail, now: datetime) -> None:
    """Finish a mail that waits for the painter as its text alone, unless it is finished now."""
    try:
        tx.outbox.finish(mail.id, mail.raw)
    except ConflictError:
        return
    log.warning("mail %d is sent as text: its page was not made in time", mail.id, extra=THROTTLED)
    _count_failure(tx, now)


def _count_failure(tx: Transaction, now: datetime) -> None:
    tx.counters.add(SENT_AS_TEXT)
    tx.marks.add(Trouble.PLAIN.mark, now)
