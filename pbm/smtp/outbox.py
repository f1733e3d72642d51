"""The pump: takes what is due from the queue and hands it to the transport."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from threading import Event, Thread
from typing import Protocol

from pbm.correspondence import LONGEST_WAIT
from pbm.errors import NextHopDown, PermanentFailure, RecipientRefused, TemporaryFailure
from pbm.logs import SPARING, moment
from pbm.smtp.outgoing import Outgoing, Transport

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
"""The present time, aware."""

MAIL_DELAYS = (*(timedelta(minutes=minutes) for minutes in (1, 2, 5, 15)), LONGEST_WAIT)
"""How long a mail waits after its first, second, ... failure; the last is repeated."""

HOP_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5))
"""How long every mail waits while nothing can be delivered at all."""

LIFETIME = timedelta(days=5)
"""A mail that fails when it is this old is given up."""

_BATCH = 50
ZERO = timedelta(0)


class Queue(Protocol):
    """The outbox as the pump sees it. Called from the pump's thread."""

    def due(self, now: datetime, limit: int) -> Sequence[Outgoing]:
        """Mails whose time has come, oldest first.

        A mail whose recipient has an older one that still waits for its time is left out: mails
        to one address go out in order.
        """

    def sent(self, mail: int, now: datetime) -> None: ...

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        """Failed for now; counts an attempt."""

    def dead(self, mail: int, why: str) -> None:
        """Given up; the operator may revive it."""

    def refused(self, mail: int, why: str) -> None:
        """Given up, because no mail is taken for its recipient."""


class Pump:
    """Delivers in a thread of its own, because transports block.

    A mail is delivered at least once: it is marked as sent after it was. Mails to one recipient
    keep their order; a mail that fails holds up no other recipient's. While the next hop is down
    one mail is tried now and then, and none is given up for it.
    """

    def __init__(
        self, queue: Queue, transport: Transport, clock: Clock, poll_seconds: float = 5
    ) -> None:
        self.trouble = ""
        """Why nothing can be delivered at present, or "". For alerts."""
        self._queue = queue
        self._transport = transport
        self._clock = clock
        self._poll_seconds = poll_seconds
        self._hop_failures = 0
        self._hop_down_until: datetime | None = None
        self._verdict: Callable[[], None] | None = None
        self._stopping = False
        self._bell = Event()
        self._thread = Thread(target=self._run, name="outbox", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Look for due mails now. Any thread may call it, as often as it likes."""
        self._bell.set()

    def stop(self, timeout: float | None = None) -> bool:
        """Finish the delivery in hand and no other; False if it takes longer than ``timeout`` (in
        seconds)."""
        self._stopping = True
        self._bell.set()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def deliver_due(self) -> None:
        """Try every mail that is due, once. The thread does this; without it, anybody may."""
        self._write_down()
        progress = True
        while progress and not self._must_wait():
            progress = self._deliver(self._queue.due(self._clock(), _BATCH))

    def _run(self) -> None:
        while not self._stopping:
            self._bell.clear()
            try:
                self.deliver_due()
            except TemporaryFailure as failure:
                log.warning("the outbox waits: %s", failure, extra=SPARING)
            except Exception:
                # Whatever it was, it must not end all delivery for ever.
                log.exception("the outbox could not be read or written; trying again")
            self._bell.wait(self._poll_seconds)
        self._transport.close()

    def _must_wait(self) -> bool:
        """Whether mails must wait: the next hop is down, or we are stopping."""
        if self._stopping or self._hop_down_until is None:
            return self._stopping
        # A clock that has jumped back must not keep all mails from being tried.
        return ZERO < self._hop_down_until - self._clock() <= HOP_DELAYS[-1]

    def _deliver(self, batch: Sequence[Outgoing]) -> bool:
        """Whether any mail was tried, so that another look at the queue makes sense."""
        held: set[str] = set()
        for mail in batch:
            if self._must_wait():
                return False
            if mail.recipient not in held and not self._try(mail):
                held.add(mail.recipient)
        return bool(batch)

    def _try(self, mail: Outgoing) -> bool:
        """Whether the mail is out of the way of the next one to its recipient."""
        try:
            self._transport.deliver(mail)
        except NextHopDown as failure:
            self._close_hop(mail, failure)
            return False
        except RecipientRefused as failure:
            log.warning("mail %d is refused: %s", mail.id, failure)
            self._note(partial(self._queue.refused, mail.id, str(failure)))
        except PermanentFailure as failure:
            self._give_up(mail, str(failure))
        except TemporaryFailure as failure:
            return self._postpone(mail, str(failure))
        except Exception as error:
            # A fault of ours with one mail; the others are delivered all the same.
            log.exception("mail %d could not be delivered", mail.id)
            return self._postpone(mail, f"{type(error).__name__} (see the log)")
        else:
            self._note(partial(self._queue.sent, mail.id, self._clock()))
        self._open_hop()
        return True

    def _postpone(self, mail: Outgoing, why: str) -> bool:
        """Whether the mail was given up instead."""
        self._open_hop()
        now = self._clock()
        if now - mail.queued_at >= LIFETIME:
            self._give_up(mail, f"given up after {LIFETIME.days} days: {why}")
            return True
        log.info("mail %d is postponed: %s", mail.id, why)
        until = now + _delay(MAIL_DELAYS, mail.attempts)
        self._note(partial(self._queue.postponed, mail.id, until, why))
        return False

    def _give_up(self, mail: Outgoing, why: str) -> None:
        log.warning("mail %d is given up: %s", mail.id, why)
        self._note(partial(self._queue.dead, mail.id, why))

    def _close_hop(self, mail: Outgoing, failure: NextHopDown) -> None:
        """Let all mails wait; the one that was tried is the first to be tried again."""
        self.trouble = str(failure)
        self._hop_down_until = self._clock() + _delay(HOP_DELAYS, self._hop_failures)
        self._hop_failures += 1
        log.warning("nothing can be delivered until %s: %s", moment(self._hop_down_until), failure)
        self._note(partial(self._queue.postponed, mail.id, self._hop_down_until, str(failure)))

    def _note(self, verdict: Callable[[], None]) -> None:
        """Write down what became of a mail.

        If that fails for now, no mail is tried until it is done, and this one not again: a full
        disk here must not send the same mail every few seconds.
        """
        self._verdict = verdict
        self._write_down()

    def _write_down(self) -> None:
        verdict, self._verdict = self._verdict, None
        if verdict is None:
            return
        try:
            verdict()
        except TemporaryFailure:
            self._verdict = verdict
            raise

    def _open_hop(self) -> None:
        self.trouble = ""
        self._hop_failures = 0
        self._hop_down_until = None


def _delay(delays: Sequence[timedelta], failures: int) -> timedelta:
    return delays[min(failures, len(delays) - 1)]
