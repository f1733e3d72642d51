"""The pump: takes what is due from the queue and has it delivered."""

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
from pbm.mail.correspondence import LONGEST_WAIT, OutboxMail
from pbm.smtp.delivery import Delivery, DeliveryThreads
from pbm.smtp.outgoing import Outgoing, Transport
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
"""The present time, aware."""

MAIL_DELAYS = (*(timedelta(minutes=minutes) for minutes in (0.5, 1, 2, 5, 15)), LONGEST_WAIT)
"""How long a mail waits after its first, second, ... failure; the last is repeated."""

HOP_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (5, 10, 20, 30))
"""How long every mail waits while nothing can be delivered at all; the last is repeated. To try one
costs the next hop little, and no mail is to wait for a minute once it is back."""

LIFETIME = timedelta(days=5)
"""A mail that fails when it is this old is given up."""

_BATCH = 50
ZERO = timedelta(0)


def due_mails(
    tx: Transaction,
    now: datetime,
    limit: int,
    busy: Collection[str] = (),
    sent: Collection[int] = (),
) -> Sequence[OutboxMail]:
    """The mails that are to be sent now: the oldest of each recipient, oldest first.

    Only what was postponed waits for its time, and not for longer than ``LONGEST_WAIT``: a time
    further ahead was set by a clock that has jumped back since.

    busy, sent: as for ``Outbox.due``.
    """
    return tx.outbox.due(now, now + LONGEST_WAIT, limit, busy, sent)


class Queue(Protocol):
    """The outbox as the pump sees it. Called from the pump's thread."""

    def due(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[Outgoing]:
        """The oldest mail of each recipient, if its time has come; oldest first.

        busy: recipients to leave out, because a mail to each is in delivery.
        """

    def sent(self, mail: int, now: datetime, accepted: str) -> None:
        """Taken by the next hop, with these words."""

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        """Failed for now; counts an attempt."""

    def deferred(self, mail: int, until: datetime, why: str) -> None:
        """Failed for now, through no fault of its own."""

    def dead(self, mail: int, why: str) -> None:
        """Given up; the operator may revive it."""

    def refused(self, mail: int, why: str) -> None:
        """Given up, because no mail is taken for its recipient."""


class Pump:
    """Delivers several mails at a time, one at most to each recipient.

    A mail is delivered at least once: it is marked as sent after it was. Mails to one recipient
    keep their order; a mail that fails, or that takes long, holds up no other recipient's. While
    the next hop is down one mail is tried now and then, and none is given up for it.

    It runs in a thread of its own, which alone uses ``queue``; transports are used by others, each
    by one. sessions: how many mails may be in delivery at a time.
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
        """Why nothing can be delivered at present, or ""."""
        self._queue = queue
        self._threads = DeliveryThreads(open_transport)
        self._clock = clock
        self._sessions = sessions
        self._poll_seconds = poll_seconds
        self._backlog: deque[Outgoing] = deque()
        self._verdicts: deque[Callable[[], None]] = deque()
        self._hop_failures = 0
        self._hop_down_until: datetime | None = None
        self._stopping = False
        self._thread = Thread(target=self._run, name="outbox", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Look for due mails now. Any thread may call it, as often as it likes."""
        self._threads.wake()

    def stop(self, timeout: float | None = None) -> bool:
        """Finish the deliveries in hand and no others; False if it takes longer than ``timeout``
        (in seconds)."""
        self._stopping = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def deliver_due(self) -> None:
        """Try every mail that is due, once. The thread does this; without it, anybody may."""
        self._hand_out()
        while self._threads.recipients:
            self._settle_results()
            self._hand_out()
        self._threads.stop()

    def _run(self) -> None:
        self._try_to_hand_out()
        while not self._stopping or self._threads.recipients:
            self._settle_results(self._poll_seconds)
            self._try_to_hand_out()
        self._threads.stop()

    def _try_to_hand_out(self) -> None:
        try:
            self._hand_out()
        except TemporaryFailure as failure:
            log.warning("the outbox waits: %s", failure, extra=THROTTLED)
        except Exception:
            # Whatever it was, it must not end all delivery for ever.
            log.exception("the outbox could not be read or written; trying again")

    def _hand_out(self) -> None:
        """Begin with as many mails as may be in delivery.

        No mail is tried before it is written down what became of those before: a full disk here
        must not send the same mail every few seconds.
        """
        self._write_down()
        while self._may_begin() and (mail := self._next()):
            self._threads.deliver(mail)

    def _may_begin(self) -> bool:
        most = 1 if self._hop_failures else self._sessions
        return len(self._threads.recipients) < most and not self._must_wait()

    def _must_wait(self) -> bool:
        """Whether mails must wait: the next hop is down, or we are stopping."""
        if self._stopping or self._hop_down_until is None:
            return self._stopping
        # A clock that has jumped back must not keep all mails from being tried.
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
            self._close_hop(mail, error)
            return
        self._open_hop()
        if error is None:
            self._note(partial(self._queue.sent, mail.id, self._clock(), result.accepted))
        elif isinstance(error, RecipientRefused):
            log.warning("mail %d is refused: %s", mail.id, error)
            self._note(partial(self._queue.refused, mail.id, str(error)))
        elif isinstance(error, PermanentFailure):
            self._give_up(mail, str(error))
        elif isinstance(error, TemporaryFailure):
            self._postpone(mail, str(error))
        else:
            # A fault of ours with one mail; the others are delivered all the same.
            log.error("mail %d could not be delivered", mail.id, exc_info=error)
            self._postpone(mail, f"{type(error).__name__} (see the log)")

    def _postpone(self, mail: Outgoing, why: str) -> None:
        now = self._clock()
        if now - mail.queued_at >= LIFETIME:
            self._give_up(mail, f"given up after {LIFETIME.days} days: {why}")
            return
        log.info("mail %d is postponed: %s", mail.id, why)
        until = now + _delay(MAIL_DELAYS, mail.attempts)
        self._note(partial(self._queue.postponed, mail.id, until, why))

    def _give_up(self, mail: Outgoing, why: str) -> None:
        log.warning("mail %d is given up: %s", mail.id, why)
        self._note(partial(self._queue.dead, mail.id, why))

    def _close_hop(self, mail: Outgoing, failure: NextHopDown) -> None:
        """Let all mails wait, this one for longest: if it is the only one that the next hop does
        not take, the next one that is tried shows it."""
        if not self._must_wait():
            self._hop_down_until = self._clock() + _delay(HOP_DELAYS, self._hop_failures)
            self._hop_failures += 1
        self._backlog.clear()
        if self.trouble != str(failure):
            self.trouble = str(failure)
            log.warning("nothing can be delivered for now: %s", failure)
        until = self._clock() + HOP_DELAYS[-1]
        self._note(partial(self._queue.deferred, mail.id, until, str(failure)))

    def _note(self, verdict: Callable[[], None]) -> None:
        """Have it written down, before the next mail is tried, what became of one."""
        self._verdicts.append(verdict)

    def _write_down(self) -> None:
        while self._verdicts:
            verdict = self._verdicts.popleft()
            try:
                verdict()
            except TemporaryFailure:
                self._verdicts.appendleft(verdict)
                raise

    def _open_hop(self) -> None:
        if self.trouble:
            log.warning("mails are delivered again")
        self.trouble = ""
        self._hop_failures = 0
        self._hop_down_until = None


def _delay(delays: Sequence[timedelta], failures: int) -> timedelta:
    return delays[min(failures, len(delays) - 1)]
