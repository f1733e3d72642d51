"""The pump: takes due mails from the outbox, has them delivered and records the results."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from typing import Protocol

from pbm.base.errors import NextHopDown, PermanentFailure, RecipientRefused, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.base.priorities import be_patient
from pbm.mail.correspondence import LONGEST_WAIT, OutboxMail
from pbm.smtp.delivery import Delivery, DeliveryThreads
from pbm.smtp.outgoing import Outgoing, Transport
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
"""Returns the current time, timezone-aware."""

MAIL_DELAYS = (*(timedelta(minutes=minutes) for minutes in (0.5, 1, 2, 5, 15)), LONGEST_WAIT)
"""The backoff of one mail after its first, second, ... failure; the last one repeats."""

HOP_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (5, 10, 20, 30))
"""The backoff of all mails while the next hop is down; the last one repeats. The delays are short
because an attempt costs the next hop little, and mails should leave soon once it is back."""

LIFETIME = timedelta(days=5)
"""A mail that is older than this is given up when an attempt fails."""

_BATCH = 50
ZERO = timedelta(0)


def due_mails(
    tx: Transaction,
    now: datetime,
    limit: int,
    busy: Collection[str] = (),
    sent: Collection[int] = (),
) -> Sequence[OutboxMail]:
    """The mails to send now: the oldest one of each recipient, oldest first.

    A postponed mail waits for its time, but no longer than ``LONGEST_WAIT``: if its time is further
    ahead, the clock has jumped back since that time was set.

    busy, sent: as in ``Outbox.due``.
    """
    return tx.outbox.due(now, now + LONGEST_WAIT, limit, busy, sent)


class Queue(Protocol):
    """The outbox as the pump uses it. Only the pump's thread calls it."""

    def due(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[Outgoing]:
        """The oldest mail of each recipient, if it is due; oldest first.

        busy: recipients to skip, because a mail to them is in delivery.
        """

    def sent(self, mail: int, now: datetime, accepted: str) -> None:
        """Record that the next hop has accepted the mail, with the reply ``accepted``."""

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        """Record a temporary failure of the mail; it counts as an attempt."""

    def deferred(self, mail: int, until: datetime, why: str) -> None:
        """Record that the next hop was down; that does not count as an attempt."""

    def dead(self, mail: int, why: str) -> None:
        """Record that the mail was given up; the operator may revive it."""

    def refused(self, mail: int, why: str) -> None:
        """Record that the mail was given up because the next hop refuses its recipient."""


class Pump:
    """Delivers several mails concurrently, at most one per recipient.

    Delivery is at least once: a mail is marked as sent after it was accepted. Mails to one
    recipient keep their order. A mail that fails or takes long does not delay those of other
    recipients. While the next hop is down one mail is tried from time to time, and none is given
    up.

    The pump runs in its own thread, which alone uses ``queue``. Each transport is used by one
    thread of a pool. sessions: the upper bound on mails in delivery.
    """

    def __init__(
        self,
        queue: Queue,
        open_transport: Callable[[], Transport],
        clock: Clock,
        *,
        sessions: int = 1,
        poll_seconds: float = 5,
    ) -> None:
        self.trouble = ""
        """Why the next hop is down, "" if it is not."""
        self._queue = queue
        self._threads = DeliveryThreads(open_transport)
        self._clock = clock
        self._sessions = sessions
        self._poll_seconds = poll_seconds
        self._backlog: deque[Outgoing] = deque()
        self._unrecorded: deque[Callable[[], None]] = deque()
        self._hop_failures = 0
        self._hop_down_until: datetime | None = None
        self._stopping = False
        self._thread = Thread(target=self._run, name="outbox", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Look for due mails now. Thread-safe."""
        self._threads.wake()

    def stop(self, timeout: float | None = None) -> bool:
        """Finish the running deliveries and start no others.

        Returns False if the deliveries take longer than ``timeout`` seconds.
        """
        self._stopping = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def deliver_due(self) -> None:
        """Try each due mail once. For callers that have not started the thread."""
        self._hand_out()
        while self._threads.recipients:
            self._settle_results()
            self._hand_out()
        self._threads.stop()

    def _run(self) -> None:
        be_patient()
        self._try_to_hand_out()
        while not self._stopping or self._threads.recipients:
            self._settle_results(self._poll_seconds)
            self._try_to_hand_out()
        self._threads.stop()

    def _try_to_hand_out(self) -> None:
        try:
            self._hand_out()
        except TemporaryFailure as failure:
            log.warning("delivery is paused: %s", failure, extra=THROTTLED)
        except Exception:
            # No error may end the thread: all delivery would end with it.
            log.exception("the outbox could not be read or written; retrying")

    def _hand_out(self) -> None:
        """Start as many deliveries as are allowed.

        All earlier results are recorded first. Otherwise a full disk could make us send the same
        mail every few seconds.
        """
        self._write_results()
        while self._may_begin() and (mail := self._next()):
            self._threads.deliver(mail)

    def _may_begin(self) -> bool:
        most = 1 if self._hop_failures else self._sessions
        return len(self._threads.recipients) < most and not self._must_wait()

    def _must_wait(self) -> bool:
        """Whether no mail may be tried, because the next hop is down or we are stopping."""
        if self._stopping or self._hop_down_until is None:
            return self._stopping
        # After the clock has jumped back, mails must not wait until it has caught up.
        return ZERO < self._hop_down_until - self._clock() <= HOP_DELAYS[-1]

    def _next(self) -> Outgoing | None:
        if not self._backlog:
            self._backlog.extend(
                self._queue.due(self._clock(), _BATCH, tuple(self._threads.recipients))
            )
        return self._backlog.popleft() if self._backlog else None

    def _settle_results(self, timeout: float | None = None) -> None:
        for result in self._threads.results(timeout):
            self._settle(result.mail, result)

    def _settle(self, mail: Outgoing, result: Delivery) -> None:
        error = result.error
        if isinstance(error, NextHopDown):
            self._mark_hop_down(mail, error)
            return
        self._mark_hop_up()
        if error is None:
            self._record(partial(self._queue.sent, mail.id, self._clock(), result.accepted))
        elif isinstance(error, RecipientRefused):
            log.warning("mail %d was refused: %s", mail.id, error)
            self._record(partial(self._queue.refused, mail.id, str(error)))
        elif isinstance(error, PermanentFailure):
            self._give_up(mail, str(error))
        elif isinstance(error, TemporaryFailure):
            self._postpone(mail, str(error))
        else:
            # A bug that shows with one mail must not stop the others.
            log.error("mail %d could not be delivered", mail.id, exc_info=error)
            self._postpone(mail, f"{type(error).__name__} (see the log)")

    def _postpone(self, mail: Outgoing, why: str) -> None:
        now = self._clock()
        if now - mail.queued_at >= LIFETIME:
            self._give_up(mail, f"given up after {LIFETIME.days} days: {why}")
            return
        log.info("mail %d is postponed: %s", mail.id, why)
        until = now + _delay(MAIL_DELAYS, mail.attempts)
        self._record(partial(self._queue.postponed, mail.id, until, why))

    def _give_up(self, mail: Outgoing, why: str) -> None:
        log.warning("mail %d is given up: %s", mail.id, why)
        self._record(partial(self._queue.dead, mail.id, why))

    def _mark_hop_down(self, mail: Outgoing, failure: NextHopDown) -> None:
        """Let all mails wait, and ``mail`` longest, so that another mail is tried next.

        If only ``mail`` makes the next hop fail, the other one gets through.
        """
        if not self._must_wait():
            self._hop_down_until = self._clock() + _delay(HOP_DELAYS, self._hop_failures)
            self._hop_failures += 1
        self._backlog.clear()
        if self.trouble != str(failure):
            self.trouble = str(failure)
            log.warning("the next hop is down: %s", failure)
        until = self._clock() + HOP_DELAYS[-1]
        self._record(partial(self._queue.deferred, mail.id, until, str(failure)))

    def _record(self, write: Callable[[], None]) -> None:
        """Have a result written before the next mail is tried."""
        self._unrecorded.append(write)

    def _write_results(self) -> None:
        while self._unrecorded:
            write = self._unrecorded.popleft()
            try:
                write()
            except TemporaryFailure:
                self._unrecorded.appendleft(write)
                raise

    def _mark_hop_up(self) -> None:
        if self.trouble:
            log.warning("the next hop is up again")
        self.trouble = ""
        self._hop_failures = 0
        self._hop_down_until = None


def _delay(delays: Sequence[timedelta], failures: int) -> timedelta:
    return delays[min(failures, len(delays) - 1)]
