"""The worker in a process of its own, so that parsing and drawing do not delay SMTP clients.

``python -m pbm.app.worker_process SLATE`` is that process; SLATE is the descriptor of an open file
that holds the number of the letter in hand. The server writes a pickled ``_Order`` to the process's
standard input, then a byte whenever letters may be waiting, and a farewell byte to stop it. The
process writes a byte to its standard output whenever mails may have been queued, and others as a
heartbeat. If its input ends without a farewell, the server was killed, and the process exits.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import pickle
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread

from pbm.app.application import App
from pbm.app.config import Settings
from pbm.app.worker import WorkLoop
from pbm.app.workers import Wake
from pbm.base import logs
from pbm.base.errors import PbmError

log = logging.getLogger(__name__)

RESTART_SECONDS = 1.0
LONGEST_RESTART_SECONDS = 60.0
"""Backoff: a process that ends early is restarted after 1 s, then 2 s, 4 s and so on up to this."""

LAST_LETTERS_SECONDS = 30.0
"""How long a stop waits for letters. Those that are left wait for the next start."""

LONGEST_LETTER_SECONDS = 20.0
"""A process that is busy with one letter for longer is killed.

The hardest letters known take a fifth of a second, and other processes may lock the database for
ten seconds.
"""

MOST_DEATHS = 3
"""A letter that this number of processes died over is put aside unread."""

NICENESS = 5
"""Lower priority than the server, so that accepting letters wins when CPU is scarce.

Measured: 5 to 10 % more letters accepted per second, and 5 to 10 % more moves.
"""

_RING, _FAREWELL, _BEAT = b"r", b"q", b"b"
_BYTES = 64


@dataclass(frozen=True)
class _Order:
    """What a new process is told. deadly: letters that must not be read again."""

    settings: Settings
    deadly: frozenset[int]


class Slate:
    """A file that both processes have open. It holds the number of the letter in hand, or 0."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, letter: int) -> None:
        # Best effort: without it, the death of a process cannot be attributed to a letter.
        with suppress(OSError):
            os.pwrite(self._descriptor, b"%20d" % letter, 0)

    def read(self) -> int:
        with suppress(OSError):
            return int(os.pread(self._descriptor, 20, 0) or 0)
        return 0


class WorkerProcess:
    """The server's side: starts the process, and restarts it when it ends by itself."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._file = TemporaryFile()  # noqa: SIM115 (closed by stop)
        self._slate = Slate(self._file.fileno())
        self._deaths: Counter[int] = Counter()
        self._process: Process | None = None
        self._stopping = False
        self._heard = time.monotonic()

    async def start(self, wake: Wake, restarted: Wake) -> None:
        self._supervision = asyncio.create_task(self._supervise(wake, restarted))

    def ring(self) -> None:
        self._send(_RING)

    def silence(self) -> float:
        return time.monotonic() - self._heard

    async def stop(self) -> None:
        self._stopping = True
        self._send(_FAREWELL)
        try:
            await asyncio.wait_for(self._supervision, LAST_LETTERS_SECONDS)
        except TimeoutError:
            log.warning(
                "stopped before all letters were acted on: the rest waits for the next start"
            )
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
            again = "the process that acts on letters %s; it is started again in %d s"
            log.error(again, how, pause)
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
        self._send(pickle.dumps(self._order()) + (_FAREWELL if self._stopping else b""))
        await self._read_output(process, wake)
        status = await process.wait()
        assert process.stdin is not None
        # Bytes that it has not read do not matter.
        with suppress(ConnectionError):
            await process.stdin.wait_closed()
        return f"ended with status {status}"

    async def _read_output(self, process: Process, wake: Wake) -> None:
        """Handle the bytes that the process writes, until it closes its output."""
        assert process.stdout is not None
        watch = asyncio.create_task(self._watch(process))
        try:
            while heard := await process.stdout.read(_BYTES):
                self._heard = time.monotonic()
                if _RING in heard:
                    wake()
        finally:
            watch.cancel()

    async def _watch(self, process: Process) -> None:
        """Kill a process that is stuck at a letter, since all other letters wait for it."""
        before = 0
        while True:
            await asyncio.sleep(LONGEST_LETTER_SECONDS)
            letter = self._slate.read()
            if letter and letter == before:
                log.error("letter %d has taken too long: its process is killed", letter)
                with suppress(ProcessLookupError):
                    process.kill()
            before = letter

    async def _spawn(self) -> Process:
        # -P and this process's sys.path: the child imports the same pbm in any working directory.
        command = (sys.executable, "-P", "-m", __name__, str(self._file.fileno()))
        places = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        environ = {**os.environ, "PYTHONPATH": places}
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environ, pass_fds=[self._file.fileno()]
        )

    def _order(self) -> _Order:
        deadly = (letter for letter, deaths in self._deaths.items() if deaths >= MOST_DEATHS)
        return _Order(self._settings, frozenset(deadly))

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


def main() -> None:
    os.nice(NICENESS)
    # A terminal or systemd may signal both processes; only the server decides when this one stops.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # A file object of its own: closing sys.stdin at exit would wait for the thread that reads it.
    stdin = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    try:
        order: _Order = pickle.load(stdin)  # noqa: S301 (the server wrote it)
    except EOFError:  # the server was killed before it could write it
        return
    logs.start(order.settings.log, letters=order.settings.log_letters)
    try:
        app = App(order.settings)
    except (OSError, PbmError) as error:
        # The server has the directory open, so the cause is a full or broken disk: retry later.
        sys.exit(f"letters wait: the data directory cannot be opened now: {error}")
    slate = Slate(int(sys.argv[1]))
    loop = WorkLoop(
        app,
        partial(_tell_server, _RING),
        take=slate.write,
        deadly=order.deadly,
        beat=partial(_tell_server, _BEAT),
    )
    Thread(target=_listen, args=(loop, stdin), daemon=True).start()
    app.warm_up()
    # What has been loaded stays until the process ends. Measured: each full search for garbage in
    # it takes 30 to 45 ms, and there is one in about 300 moves.
    gc.freeze()
    loop.run()
    app.close()


def _listen(loop: WorkLoop, stdin: BufferedReader) -> None:
    while heard := stdin.read1(_BYTES):
        if _FAREWELL in heard:
            loop.finish()
        loop.ring()
    if not loop.finishing:
        os._exit(1)


def _tell_server(word: bytes) -> None:
    # That the server is gone is noticed by the end of standard input.
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), word)


if __name__ == "__main__":
    main()
