"""The lead among several nodes: worker, painter and programs run on one of them, which has it.

Nothing breaks if two nodes lead for a moment, because transactions that act exclude each other. It
would only be work done twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection

from pbm.app.workers import Wake, Worker
from pbm.base.errors import TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.store.nodes_protocol import Candidate, Shared

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
"""How often a node gives a sign of life to keep the lead, or asks for it."""

NOTE_SECONDS = 20.0
"""How often a node notes for others that it runs."""


class InTurn:
    """A worker that runs only while this node leads. make: returns a new one for each time."""

    def __init__(self, make: Callable[[], Worker]) -> None:
        self._make = make
        self._worker: Worker | None = None

    async def start(self, wake: Wake, restarted: Wake) -> None:
        self._wake, self._restarted = wake, restarted

    async def begin(self) -> None:
        if self._worker is None:
            worker = self._make()
            await worker.start(self._wake, self._restarted)
            self._worker = worker

    async def stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()

    def ring(self) -> None:
        if self._worker is not None:
            self._worker.ring()

    def silence(self) -> float:
        return self._worker.silence() if self._worker is not None else 0.0


class Leadership:
    """Seeks the lead, and runs the workers while this node has it.

    in_turn: the workers; none if this node is not to lead.
    rung: called when some node has letters.
    note: called now and then in a thread, to note that this node runs.
    """

    def __init__(
        self,
        store: Shared,
        in_turn: Collection[InTurn],
        rung: Callable[[], None],
        note: Callable[[], None],
    ) -> None:
        self._store, self._in_turn, self._rung, self._note = store, in_turn, rung, note
        self._bell = asyncio.Event()
        self.leads = False

    def start(self) -> None:
        self._tasks = [asyncio.create_task(each) for each in (self._seek(), self._tell())]

    def ring(self) -> None:
        """Tell the node that leads that there are letters."""
        if self.leads:
            self._rung()
        else:
            self._bell.set()

    async def stop(self) -> None:
        """Give up the lead, once the workers have done what waits."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._follow()

    async def _tell(self) -> None:
        """Ring the other nodes, once for all letters that came meanwhile."""
        while await self._bell.wait():
            self._bell.clear()
            try:
                await asyncio.to_thread(self._store.ring)
            except TemporaryFailure as failure:
                log.warning("other nodes look for letters later: %s", failure, extra=THROTTLED)

    async def _seek(self) -> None:
        while True:
            try:
                candidate = await asyncio.to_thread(self._store.candidate)
                try:
                    await self._stand(candidate)
                finally:
                    candidate.close()
            except TemporaryFailure as failure:
                log.warning("this node cannot lead now: %s", failure, extra=THROTTLED)
            except Exception:
                log.exception("this node cannot lead now")
            await self._follow()
            await asyncio.sleep(BEAT_SECONDS)

    async def _stand(self, candidate: Candidate) -> None:
        """Lead whenever nobody else does, until the connection is lost.

        :raises TemporaryFailure: when it is lost
        """
        noted = -NOTE_SECONDS
        while True:
            if time.monotonic() - noted > NOTE_SECONDS:
                await asyncio.to_thread(self._note)
                noted = time.monotonic()
            leads = bool(self._in_turn) and await asyncio.to_thread(candidate.leads)
            if leads:
                await self._lead()
            if await asyncio.to_thread(candidate.wait, BEAT_SECONDS):
                self._rung()

    async def _lead(self) -> None:
        if not self.leads:
            log.info("this node leads now")
            self.leads = True
        for each in self._in_turn:
            await each.begin()

    async def _follow(self) -> None:
        if self.leads:
            log.info("this node leads no longer")
        self.leads = False
        for each in self._in_turn:
            await each.stop()
