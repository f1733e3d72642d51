"""A worker that runs only while there is work for it.

Otherwise it takes no memory.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from pbm.app.workers import SWEEP_SECONDS, Wake, Worker
from pbm.base.errors import TemporaryFailure
from pbm.base.logs import THROTTLED

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""How long to wait before looking for work again, which reads the store."""

LINGER_SECONDS = 600.0
"""How long a worker without work goes on, because a game brings more work soon."""


class WhenNeeded:
    """A worker that is started when it is needed, and stopped after it was idle for a while.

    make: returns a new worker each time. needed: returns whether there is work; called in a thread.
    """

    def __init__(
        self,
        make: Callable[[], Worker],
        needed: Callable[[], bool],
        linger: float = LINGER_SECONDS,
    ) -> None:
        self._make, self._needed, self._linger = make, needed, linger
        self._bell = asyncio.Event()
        self._worked = 0.0
        self._worker: Worker | None = None

    async def start(self, wake: Wake, restarted: Wake) -> None:
        def woken() -> None:
            self._worked = time.monotonic()
            wake()

        self._task = asyncio.create_task(self._tend(woken, restarted))

    def ring(self) -> None:
        self._bell.set()
        if self._worker is not None:
            self._worker.ring()

    def silence(self) -> float:
        return self._worker.silence() if self._worker is not None else 0.0

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        await self._stop_worker()

    async def _tend(self, wake: Wake, restarted: Wake) -> None:
        while True:
            await self._until_needed()
            self._worked = time.monotonic()
            self._worker = self._make()
            await self._worker.start(wake, restarted)
            await self._until_idle()
            await self._stop_worker()

    async def _until_needed(self) -> None:
        """Wait until there is work."""
        while not await self._is_needed():
            await asyncio.sleep(LOOK_SECONDS)
            # Other processes may have stored work without ringing. Not wait_for: before Python 3.12
            # it goes on if it is cancelled just after the bell has rung, as the last letter does.
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_SECONDS):
                    await self._bell.wait()
            self._bell.clear()

    async def _until_idle(self) -> None:
        """Wait until the worker has done nothing for a while."""
        while (left := self._worked + self._linger - time.monotonic()) > 0 or (
            await self._is_needed()
        ):
            await asyncio.sleep(max(left, SWEEP_SECONDS))

    async def _is_needed(self) -> bool:
        try:
            return await asyncio.to_thread(self._needed)
        except TemporaryFailure as failure:
            log.warning("nobody can tell whether programs have work: %s", failure, extra=THROTTLED)
            return self._worker is not None

    async def _stop_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()
