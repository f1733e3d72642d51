"""The pump: has due mails of the outbox delivered, and records the results."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from typing import Protocol

from pbm.base.errors import (
    LoginRefused,
    NextHopDown,
    PermanentFailure,
    RecipientRefused,
    SenderRefused,
    TemporaryFailure,
)
from pbm.base.logs import THROTTLED
from pbm.base.priorities import be_patient
from pbm.mail.correspondence import LONGEST_WAIT, NONE_PASSED_OVER, OutboxMail, PassedOver
from pbm.smtp.delivery import Delivery, DeliveryThreads
from pbm.smtp.hop_state import HopState, Series, delay_of
from pbm.smtp.outgoing import Outgoing, Transport
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
"""Returns the current time, timezone-aware."""

MAIL_DELAYS = (*(timedelta(minutes=minutes) for minutes in (0.5, 1, 2, 5, 15)), LONGEST_WAIT)
"""The backoff of one mail after its first, second, ... failure; the last one repeats."""

LIFETIME = timedelta(days=5)
"""A mail that is older than this is given up when an attempt fails."""

_BATCH = 50
_TOLD_AFTER = 2
"""The operator is told that the next hop refuses us after so many refusals in a row."""


def due_mails(
    tx: Transaction,
    now: datetime,
    limit: int,
    passed_over: PassedOver = NONE_PASSED_OVER,
) -> Sequence[OutboxMail]:
    """The mails to send now: the oldest one of each recipient, oldest first.

    A postponed mail waits for its time, but no longer than ``LONGEST_WAIT``: if its time is further
    ahead, the clock has jumped back since that time was set.
    """
    return tx.outbox.due(now, now + LONGEST_WAIT, limit, passed_over)


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

    def stopped(self, until: datetime, why: str, *, tell: bool) -> None:
        """Record that the next hop refuses us. tell: whether the operator is told."""

    def resumed(self) -> None:
        """Record that the next hop refuses us no longer."""

    def revived(self, mail: int, until: datetime, why: str) -> None:
        """Take back that the mail was given up; it waits until then."""

    def dead(self, mail: int, why: str) -> None:
        """Record that the mail was given up; the operator may revive it."""

    def refused(self, mail: int, why: str) -> None:
        """Record that the mail was given up because the next hop refuses its recipient."""


class Pump:
    """Delivers several mails concurrently, at most one per recipient.

    Delivery is at least once: a mail is marked as sent after it was accepted. Mails to one
    recipient keep their order. A mail that fails or takes long does not delay those of other
    recipients. While the next hop is down or refuses us, one mail is tried from time to time, and
    none is given up.

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
        self._queue = queue
        self._threads = DeliveryThreads(open_transport)
        self._clock = clock
        self._sessions = sessions
        self._poll_seconds = poll_seconds
        self._backlog: deque[Outgoing] = deque()
        self._unrecorded: deque[Callable[[], None]] = deque()
        self._hop = HopState(clock)
        self._given_up = Series()
        # The last process may have recorded that the next hop refuses us.
        self._is_noted = True
        self._stopping = False
        self._thread = Thread(target=self._run, name="outbox", daemon=True)

    @property
    def trouble(self) -> str:
        """Why the next hop is down or refuses us, "" if it does not."""
        return self._hop.trouble

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
        most = self._sessions if self._hop.is_up else 1
        may_begin = not self._stopping and not self._hop.must_wait()
        return len(self._threads.recipients) < most and may_begin

    def _next(self) -> Outgoing | None:
        if not self._backlog:
            busy = tuple(self._threads.recipients)
            others = self._due((*busy, *self._hop.accused))
            self._backlog.extend(others or (self._due(busy) if self._hop.accused else ()))
        return self._backlog.popleft() if self._backlog else None

    def _due(self, busy: Collection[str]) -> Sequence[Outgoing]:
        """The mails that are due: moves first, because somebody waits for them."""
        due = self._queue.due(self._clock(), _BATCH, busy)
        return sorted(due, key=lambda mail: not mail.is_move)

    def _settle_results(self, timeout: float | None = None) -> None:
        for result in self._threads.results(timeout):
            self._settle(result.mail, result)

    def _settle(self, mail: Outgoing, result: Delivery) -> None:
        error = result.error
        if isinstance(error, SenderRefused) and self._hop.is_to_blame(mail):
            error = PermanentFailure(str(error))
        if isinstance(error, NextHopDown):
            self._mark_hop_down(mail, error)
            return
        if error is None:
            self._mark_hop_up(mail)
            self._record(partial(self._queue.sent, mail.id, self._clock(), result.accepted))
            return
        self._hop.answered()
        if isinstance(error, RecipientRefused):
            log.warning("mail %d was refused: %s", mail.id, error)
            self._record(partial(self._queue.refused, mail.id, str(error)))
        elif isinstance(error, PermanentFailure):
            self._give_up(mail, str(error))
            self._take_back(self._given_up.add(mail, str(error)), str(error))
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
        until = now + delay_of(MAIL_DELAYS, mail.attempts)
        self._record(partial(self._queue.postponed, mail.id, until, why))

    def _give_up(self, mail: Outgoing, why: str) -> None:
        log.warning("mail %d is given up: %s", mail.id, why)
        self._record(partial(self._queue.dead, mail.id, why))

    def _mark_hop_down(self, mail: Outgoing, failure: NextHopDown) -> None:
        """Let all mails wait."""
        until = self._failed(mail, failure)
        self._record(partial(self._queue.deferred, mail.id, until, str(failure)))

    def _take_back(self, mails: Collection[Outgoing], why: str) -> None:
        """Let mails wait that were given up, since the next hop says the same to all."""
        for mail in mails:
            until = self._failed(mail, SenderRefused(why))
            self._record(partial(self._queue.revived, mail.id, until, why))

    def _failed(self, mail: Outgoing, failure: NextHopDown) -> datetime:
        before = self._hop.refusals
        until = self._hop.failed(mail, failure)
        self._backlog.clear()
        is_more = self._hop.refusals > before
        if is_more or isinstance(failure, LoginRefused):
            tell = is_more and self._hop.refusals == _TOLD_AFTER
            self._is_noted = True
            stopped = partial(self._queue.stopped, self._hop.until, str(failure), tell=tell)
            self._record(stopped)
        return until

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

    def _mark_hop_up(self, mail: Outgoing) -> None:
        if not self._hop.is_up:
            # Mails to all are tried now, moves first.
            self._backlog.clear()
        self._hop.took(mail.recipient)
        self._given_up.end()
        if self._is_noted:
            self._is_noted = False
            self._record(self._queue.resumed)
