"""Mails that have waited too long for the painter, and leave as text.

The server looks for them. The painter cannot: on a machine whose processors are all busy, its
thread of the lowest priority keeps the interpreter of its process waiting for seconds.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

from pbm.app.painter import Clock, leave_as_text
from pbm.app.workers import SWEEP_SECONDS, Wake
from pbm.base.errors import TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.mail.correspondence import OutboxMail
from pbm.store.protocol import Store, Transaction
from pbm.store.writer import Writer

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
PATIENCE_SECONDS = 4.0
"""With the time between two looks, a mail waits for five seconds at most."""

_LONGEST_SECONDS = 60.0
_MANY = 5
"""While so many mails are painted within ``PATIENCE_SECONDS``, the painter is well, and others wait
only for their turn: for ``_LONGEST_SECONDS`` at most."""

_LOOKED_AT = 200


class Patience:
    """How long each mail has been waiting, and how the painter gets on."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: dict[int, float] = {}
        self._painted: deque[float] = deque()
        self._looked = now()

    def late(self, waiting: Iterable[int]) -> set[int]:
        """Return which of the waiting mails must wait no longer. Call it at each look."""
        now, before, ids = self._now(), self._looked, {*waiting}
        self._painted.extend([now] * len(self._since.keys() - ids))
        while self._painted and now - self._painted[0] > PATIENCE_SECONDS:
            self._painted.popleft()
        # A mail that is new here may have come just after the last look.
        came = max(before, now - LOOK_SECONDS)
        self._since = {each: self._since.get(each, came) for each in ids}
        self._looked = now
        most = _LONGEST_SECONDS if len(self._painted) >= _MANY else PATIENCE_SECONDS
        late = {each for each, since in self._since.items() if now - since >= most}
        for each in late:
            del self._since[each]
        return late


class LateMails:
    """Lets mails leave as text that have waited too long.

    sent: called when there are mails for the pump.
    """

    def __init__(self, store: Store, writer: Writer, clock: Clock, sent: Wake) -> None:
        self._store, self._writer, self._clock, self._sent = store, writer, clock, sent
        self._patience = Patience()
        self._bell = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def ring(self) -> None:
        """Note that mails may wait for the painter. Thread-safe."""
        # While it is set, the loop need not be woken: a busy server rings for each letter.
        if self._loop and not self._bell.is_set():
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._bell.set)

    async def watch(self) -> None:
        """Look for late mails until the task is cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_SECONDS):
                    await self._bell.wait()
            self._bell.clear()
            await asyncio.sleep(LOOK_SECONDS)
            while await self._looked():
                await asyncio.sleep(LOOK_SECONDS)

    async def _looked(self) -> bool:
        look = asyncio.create_task(asyncio.to_thread(self._look))
        try:
            return await asyncio.shield(look)
        except asyncio.CancelledError:
            # The store is closed soon, so a look that has begun must end.
            await look
            raise

    def _look(self) -> bool:
        """Let late mails leave. Return whether others wait."""
        try:
            with self._store.reading() as tx:
                waiting = tx.outbox.unfinished(_LOOKED_AT)
            late = self._patience.late(mail.id for mail in waiting)
            if late:
                self._finish([mail for mail in waiting if mail.id in late])
        except TemporaryFailure as failure:
            log.warning("late mails wait: %s", failure, extra=THROTTLED)
            return True
        except Exception:
            # No error may end this: on a busy machine nobody else would send these mails.
            log.exception("late mails wait")
            return True
        return len(waiting) > len(late)

    def _finish(self, late: list[OutboxMail]) -> None:
        def finish(tx: Transaction) -> None:
            for mail in late:
                leave_as_text(tx, mail, self._clock())

        self._writer.submit(finish).result()
        self._sent()
