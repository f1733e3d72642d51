"""The painter: makes the HTML parts and pictures of queued mails, before the pump sends them.

It shares only the store and wake-up signals with the rest. A mail is painted outside of any
transaction, and its bytes are stored only while it is queued and unfinished. Only finished mails
are sent, so a mail that is sent again is the same bytes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread

from pbm.app.config import Settings
from pbm.app.data_directory import Clock, DataDirectory
from pbm.app.workers import SWEEP_SECONDS, Wake
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.mail.correspondence import OutboxMail
from pbm.notices.painting import finished
from pbm.store.protocol import Store

log = logging.getLogger(__name__)

MOST_TOGETHER, LONGEST_SECONDS = 16, 0.1
"""Limits of one transaction: mails, and seconds in which they are painted. Mails to an idle server
leave at once, and many are stored together."""


def paint(store: Store, beat: Callable[[], None] = lambda: None) -> bool:
    """Finish some of the unfinished mails, oldest first. False if there are none.

    :raises TemporaryFailure: if nothing can be read or written now; the mails stay unfinished
    """
    with store.reading() as tx:
        mails = tx.outbox.unfinished(MOST_TOGETHER)
    painted: list[tuple[int, bytes]] = []
    end = time.monotonic() + LONGEST_SECONDS
    for mail in mails:
        beat()
        painted.append((mail.id, _painted(mail)))
        if time.monotonic() > end:
            break
    _keep(store, painted)
    return bool(painted)


def _painted(mail: OutboxMail) -> bytes:
    """The final bytes. If the page cannot be made, the mail is sent as its text alone."""
    try:
        return finished(mail)
    except Exception:
        log.exception("mail %d is sent without its page", mail.id)
        return mail.raw


def _keep(store: Store, painted: Sequence[tuple[int, bytes]]) -> None:
    if not painted:
        return
    with store.transaction() as tx:
        for mail, raw in painted:
            try:
                tx.outbox.finish(mail, raw)
            except ConflictError as conflict:
                log.info("mail %d is not finished: %s", mail, conflict)


class PaintLoop:
    """The loop of a painter, in whichever thread or process it runs.

    beat: called as a sign of life, with each mail and each sweep.
    """

    def __init__(self, store: Store, wake: Wake, beat: Callable[[], None] = lambda: None) -> None:
        self._store, self._wake, self._beat = store, wake, beat
        self._bell = Event()
        self.finishing = False

    def ring(self) -> None:
        """Note that mails may be unfinished. Thread-safe."""
        self._bell.set()

    def finish(self) -> None:
        """Make ``run`` return after it has finished the mails that wait."""
        self.finishing = True
        self._bell.set()

    def run(self) -> None:
        """Paint until ``finish`` is called."""
        while not self.finishing:
            self._beat()
            self._paint()
            self._bell.wait(SWEEP_SECONDS)
            self._bell.clear()
        self._paint()

    def _paint(self) -> None:
        """Finish all mails. Never raises: a failure is logged, and the next sweep tries again."""
        try:
            while paint(self._store, self._beat):
                self._wake()
        except TemporaryFailure as failure:
            log.warning("painting waits: %s", failure, extra=THROTTLED)
        except Exception:
            log.exception("painting failed")


class PainterThread:
    """A painter in a thread of the server's process."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings, self._clock = settings, clock
        self._beat()

    async def start(self, wake: Wake, restarted: Wake) -> None:  # noqa: ARG002 (a thread never is)
        self._data = DataDirectory(self._settings, self._clock)
        self._loop = PaintLoop(self._data.store, wake, self._beat)
        self._thread = Thread(target=self._loop.run, name="painter")
        self._thread.start()

    def ring(self) -> None:
        self._loop.ring()

    def _beat(self) -> None:
        self._heard = time.monotonic()

    def silence(self) -> float:
        return time.monotonic() - self._heard

    async def stop(self) -> None:
        self._loop.finish()
        await asyncio.to_thread(self._thread.join)
        self._data.close()
