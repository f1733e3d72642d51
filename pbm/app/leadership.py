"""The lead among several nodes: its holder acts, paints and plays for programs.

Letters are acted on by the leading node, or by all nodes. Nothing breaks if two nodes lead for a
moment: their transactions exclude each other, or lock what they decide by. At worst some work is
done twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence

from pbm.app.workers import Wake, Worker
from pbm.base.errors import NameInUseError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.store.nodes_protocol import Candidate, Shared

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
"""How often a node gives a sign of life to keep the lead, or asks for the lead."""

NOTE_SECONDS = 20.0
"""How often a node notes in the store that it runs."""


NAME_SECONDS = 20.0
"""How long a starting node waits for its name: until the database gives up its last connection."""


class InTurn:
    """A worker that runs while this node leads.

    make: returns a new worker each time. otherwise: returns the worker that runs while another
    node leads; None for no worker.
    """

    def __init__(
        self, make: Callable[[], Worker], otherwise: Callable[[], Worker] | None = None
    ) -> None:
        self._make, self._otherwise = make, otherwise
        self._worker: Worker | None = None
        self._leads = False

    @property
    def is_never_idle(self) -> bool:
        """Whether a worker also runs while another node leads."""
        return self._otherwise is not None

    async def start(self, wake: Wake, restarted: Wake) -> None:
        self._wake, self._restarted = wake, restarted
        await self._run(self._otherwise)

    async def lead(self) -> None:
        if not self._leads:
            await self.stop()
            await self._run(self._make)
            self._leads = True

    async def follow(self) -> None:
        if self._leads:
            await self.stop()
            await self._run(self._otherwise)

    async def _run(self, make: Callable[[], Worker] | None) -> None:
        worker = make() if make else None
        if worker is not None:
            await worker.start(self._wake, self._restarted)
        self._worker = worker

    async def stop(self) -> None:
        worker, self._worker = self._worker, None
        self._leads = False
        if worker is not None:
            await worker.stop()

    def ring(self) -> None:
        if self._worker is not None:
            self._worker.ring()

    def silence(self) -> float:
        return self._worker.silence() if self._worker is not None else 0.0


class Leadership:
    """Seeks the lead, and runs the workers while this node has it.

    name: the name of this node.
    in_turn: the workers; none if this node must not lead.
    rung: called when some node has letters or mails.
    note: called now and then, in a thread, to note in the store that this node runs.
    """

    def __init__(
        self,
        store: Shared,
        name: str,
        in_turn: Collection[InTurn],
        rung: Callable[[], None],
        note: Callable[[], None],
    ) -> None:
        self._store, self._name = store, name
        self._in_turn, self._rung, self._note = in_turn, rung, note
        self._bell = asyncio.Event()
        self._candidate: Candidate | None = None
        self._tasks: Sequence[asyncio.Task[None]] = ()
        self.leads = False

    async def enter(self) -> None:
        """Take the name of this node. A killed node loses its name after a while.

        :raises NameInUseError: if a running node has the name
        :raises TemporaryFailure: if the database cannot be reached
        """
        end = time.monotonic() + NAME_SECONDS
        while self._candidate is None:
            try:
                self._candidate = await self._standing()
            except NameInUseError:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(BEAT_SECONDS)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(each) for each in (self._seek(), self._tell())]

    def ring(self) -> None:
        """Say that letters wait: to this node if it acts on letters, otherwise to the others."""
        if self.leads or any(each.is_never_idle for each in self._in_turn):
            self._rung()
        else:
            self._bell.set()

    def tell_leader(self) -> None:
        """Tell the leading node that there are mails, unless this node leads."""
        if not self.leads:
            self._bell.set()

    async def stop(self) -> None:
        """Give up the lead and the name, after the workers have done the work that waits."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.leads:
            log.info("this node leads no longer")
        self.leads = False
        for each in self._in_turn:
            await each.stop()
        if self._candidate:
            self._candidate.close()

    async def _standing(self) -> Candidate:
        return await asyncio.to_thread(self._store.candidate, self._name)

    async def _tell(self) -> None:
        """Ring the other nodes, once for all letters that have come since the last ring."""
        while await self._bell.wait():
            self._bell.clear()
            try:
                await asyncio.to_thread(self._store.ring)
            except TemporaryFailure as failure:
                log.warning("other nodes look for letters later: %s", failure, extra=THROTTLED)

    async def _seek(self) -> None:
        while True:
            candidate, self._candidate = self._candidate, None
            try:
                candidate = candidate or await self._standing()
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

        :raises TemporaryFailure: when the connection is lost
        """
        noted = -NOTE_SECONDS
        # Workers start in a task of their own: waiting for the previous ones to stop would delay
        # the signs of life for too long.
        begun: asyncio.Task[None] | None = None
        try:
            while True:
                if time.monotonic() - noted > NOTE_SECONDS:
                    await asyncio.to_thread(self._note)
                    noted = time.monotonic()
                leads = bool(self._in_turn) and await asyncio.to_thread(candidate.leads)
                if leads:
                    begun = begun or asyncio.create_task(self._lead())
                    if begun.done():
                        begun.result()
                if await asyncio.to_thread(candidate.wait, BEAT_SECONDS):
                    self._rung()
        finally:
            if begun:
                await begun

    async def _lead(self) -> None:
        if not self.leads:
            log.info("this node leads now")
            self.leads = True
        for each in self._in_turn:
            await each.lead()

    async def _follow(self) -> None:
        if self.leads:
            log.info("this node leads no longer")
        self.leads = False
        for each in self._in_turn:
            await each.follow()
