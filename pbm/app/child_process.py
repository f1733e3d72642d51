"""Child processes of the server: started, watched, and started again.

``parent.py`` has the child's side and says how the two talk.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from pbm.app.parent import BYTES, FAREWELL, RING, Slate, Trade
from pbm.app.workers import Wake

log = logging.getLogger(__name__)

RESTART_SECONDS = 1.0
LONGEST_RESTART_SECONDS = 60.0
"""Backoff: a process that ends early is restarted after 1 s, then 2 s, 4 s and so on up to this."""


class ChildProcess:
    """A worker in a process of its own.

    order: returns the order for a new process, given how many processes died over each item.
    """

    def __init__(self, trade: Trade, order: Callable[[Mapping[int, int]], object]) -> None:
        self._trade, self._order = trade, order
        self._file = TemporaryFile()  # noqa: SIM115 (closed by stop)
        self._slate = Slate(self._file.fileno())
        self._deaths: Counter[int] = Counter()
        self._process: Process | None = None
        self._stopping = False
        self._heard = time.monotonic()

    async def start(self, wake: Wake, restarted: Wake) -> None:
        self._supervision = asyncio.create_task(self._supervise(wake, restarted))

    def ring(self) -> None:
        self._send(RING)

    def silence(self) -> float:
        return time.monotonic() - self._heard

    async def stop(self) -> None:
        self._stopping = True
        self._send(FAREWELL)
        try:
            async with asyncio.timeout(self._trade.last_seconds):
                await self._supervision
        except TimeoutError:
            waits = "stopped with work left for the process that %s: it waits for the next start"
            log.warning(waits, self._trade.does)
        finally:
            self._file.close()

    async def _supervise(self, wake: Wake, restarted: Wake) -> None:
        pause = 0.0
        while not self._stopping:
            begun = time.monotonic()
            how = await self._run_or_report(wake)
            if self._stopping:
                return
            self._deaths[self._slate.read()] += 1
            pause = next_pause(pause, time.monotonic() - begun)
            again = "the process that %s %s; it is started again in %d s"
            log.error(again, self._trade.does, how, pause)
            restarted()
            await asyncio.sleep(pause)

    async def _run_or_report(self, wake: Wake) -> str:
        try:
            return await self._run_once(wake)
        except Exception as error:  # noqa: BLE001 (whatever it was, play must go on)
            return f"could not be started ({error})"
        finally:
            await self._kill()

    async def _run_once(self, wake: Wake) -> str:
        """Run one process from start to end. Return how it ended, for the log."""
        self._slate.write(0)
        self._heard = time.monotonic()
        self._process = process = await self._spawn()
        order = pickle.dumps(self._order(dict(self._deaths)))
        self._send(order + (FAREWELL if self._stopping else b""))
        await self._read_output(process, wake)
        status = await process.wait()
        assert process.stdin is not None
        # Bytes that the process has not read do not matter.
        with suppress(ConnectionError):
            await process.stdin.wait_closed()
        return f"ended with status {status}"

    async def _read_output(self, process: Process, wake: Wake) -> None:
        """Handle the bytes that the process writes, until it closes its output."""
        assert process.stdout is not None
        watch = asyncio.create_task(self._watch(process))
        try:
            while heard := await process.stdout.read(BYTES):
                self._heard = time.monotonic()
                if RING in heard:
                    wake()
        finally:
            watch.cancel()

    async def _watch(self, process: Process) -> None:
        """Kill a process that is stuck at an item, since all other items wait for it."""
        before = 0
        while True:
            await asyncio.sleep(self._trade.longest_seconds)
            number = self._slate.read()
            if number and number == before:
                too_long = "%s %d has taken too long: its process is killed"
                log.error(too_long, self._trade.item, number)
                with suppress(ProcessLookupError):
                    process.kill()
            before = number

    async def _spawn(self) -> Process:
        # -P and this process's sys.path: the child imports the same pbm in any working directory.
        command = (sys.executable, "-P", "-m", self._trade.module, str(self._file.fileno()))
        places = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        environ = {**os.environ, "PYTHONPATH": places}
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environ, pass_fds=[self._file.fileno()]
        )

    def _send(self, message: bytes) -> None:
        pipe = self._process.stdin if self._process else None
        if pipe is not None and not pipe.is_closing():
            pipe.write(message)

    async def _kill(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def next_pause(before: float, lived: float) -> float:
    """Seconds to wait before the next process is started.

    before: the pause before the last process, 0 for the first. lived: how long that process ran.
    """
    if not before or lived > LONGEST_RESTART_SECONDS:
        return RESTART_SECONDS
    return min(2 * before, LONGEST_RESTART_SECONDS)
