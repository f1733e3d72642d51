"""The worker in a process of its own, so that reading and drawing keep no client waiting.

``python -m pbm.app.worker_process SLATE`` is that process. The server writes an ``_Order`` to its
standard input, then a byte each time that letters may wait; on its standard output come bytes when
mails may have been queued, and others as long as it works. Where its input ends without a farewell,
the server was killed: it ends too. On the slate, an open file, stands the letter it has in hand.
"""

from __future__ import annotations

import asyncio
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
from pbm.app.worker import Wake, WorkLoop
from pbm.base import logs
from pbm.base.errors import PbmError

log = logging.getLogger(__name__)

RESTART_SECONDS = 1.0
LONGEST_RESTART_SECONDS = 60.0
"""A process that ends soon is started again after one second, then two, four and so on."""

LAST_LETTERS_SECONDS = 30.0
"""How long the letters that wait may take at the end; what is left waits for the next start."""

LONGEST_LETTER_SECONDS = 20.0
"""The hardest letters known take a fifth of one, and a database may be held by others for ten: a
process that has one in hand for longer is killed.
"""

MOST_DEATHS = 3
"""A letter that as many processes died over is put aside unread."""

NICENESS = 5
"""Behind that of the server: where the processors are short, letters are rather taken than acted
on. A twentieth to a tenth more of them are, and as many moves.
"""

_RING, _FAREWELL, _BEAT = b"r", b"q", b"b"
_BYTES = 64


@dataclass(frozen=True)
class _Order:
    """deadly: letters that are not to be read any more."""

    settings: Settings
    deadly: frozenset[int]


class Slate:
    """The number of one letter, in a file that both processes have open; 0 for none."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, letter: int) -> None:
        # Where even this cannot be written, a process that dies is just started again.
        with suppress(OSError):
            os.pwrite(self._descriptor, b"%20d" % letter, 0)

    def read(self) -> int:
        with suppress(OSError):
            return int(os.pread(self._descriptor, 20, 0) or 0)
        return 0


class WorkerProcess:
    """The server's side. A process that ends by itself is started again."""

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
        self._say(_RING)

    def silence(self) -> float:
        return time.monotonic() - self._heard

    async def stop(self) -> None:
        self._stopping = True
        self._say(_FAREWELL)
        try:
            await asyncio.wait_for(self._supervision, LAST_LETTERS_SECONDS)
        except TimeoutError:
            log.warning("letters wait for the next start: there was no time for all")
        finally:
            self._file.close()

    async def _supervise(self, wake: Wake, restarted: Wake) -> None:
        pause = 0.0
        while not self._stopping:
            begun = time.monotonic()
            how = await self._life_or_fault(wake)
            if self._stopping:
                return
            self._deaths[self._slate.read()] += 1
            pause = next_pause(pause, time.monotonic() - begun)
            again = "the process that acts on letters %s; it is started again in %d s"
            log.error(again, how, pause)
            restarted()
            await asyncio.sleep(pause)

    async def _life_or_fault(self, wake: Wake) -> str:
        try:
            return await self._life(wake)
        except Exception as error:  # noqa: BLE001 (whatever it was, play must go on)
            return f"could not be started ({error})"
        finally:
            await self._kill()

    async def _life(self, wake: Wake) -> str:
        """One process from its start to its end, and how that came."""
        self._slate.write(0)
        self._heard = time.monotonic()
        self._process = process = await self._begun()
        self._say(pickle.dumps(self._order()) + (_FAREWELL if self._stopping else b""))
        await self._hear(process, wake)
        status = await process.wait()
        assert process.stdin is not None
        # A byte that was on its way to it is not missed.
        with suppress(ConnectionError):
            await process.stdin.wait_closed()
        return f"ended with status {status}"

    async def _hear(self, process: Process, wake: Wake) -> None:
        """Until it says nothing any more."""
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
        """End a process that is stuck: all other letters wait for the one that it has in hand."""
        before = 0
        while True:
            await asyncio.sleep(LONGEST_LETTER_SECONDS)
            letter = self._slate.read()
            if letter and letter == before:
                log.error("letter %d has been in hand for too long", letter)
                with suppress(ProcessLookupError):
                    process.kill()
            before = letter

    async def _begun(self) -> Process:
        # -P, and where this process has found its modules: the same pbm, wherever it was started.
        command = (sys.executable, "-P", "-m", __name__, str(self._file.fileno()))
        places = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        environ = {**os.environ, "PYTHONPATH": places}
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environ, pass_fds=[self._file.fileno()]
        )

    def _order(self) -> _Order:
        deadly = (letter for letter, deaths in self._deaths.items() if deaths >= MOST_DEATHS)
        return _Order(self._settings, frozenset(deadly))

    def _say(self, words: bytes) -> None:
        pipe = self._process.stdin if self._process else None
        if pipe is not None and not pipe.is_closing():
            pipe.write(words)

    async def _kill(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def next_pause(before: float, lived: float) -> float:
    """How long to wait with the next process, in seconds.

    before: how long it was the last time, 0 for never. lived: for how long the last process did.
    """
    if not before or lived > LONGEST_RESTART_SECONDS:
        return RESTART_SECONDS
    return min(2 * before, LONGEST_RESTART_SECONDS)


def main() -> None:
    os.nice(NICENESS)
    # The server tells this process when to stop, also where a terminal or systemd told both.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # The end of the process closes sys.stdin, and must not wait for the thread that reads this one.
    stdin = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    try:
        order: _Order = pickle.load(stdin)  # noqa: S301 (the server wrote it)
    except EOFError:  # which was killed before
        return
    logs.start(order.settings.log, letters=order.settings.log_letters)
    try:
        app = App(order.settings)
    except (OSError, PbmError) as error:
        # The server had it open a moment ago: a full or broken disk, which may be mended.
        sys.exit(f"letters wait, the data directory cannot be opened now: {error}")
    slate = Slate(int(sys.argv[1]))
    loop = WorkLoop(
        app,
        partial(_tell_server, _RING),
        take=slate.write,
        deadly=order.deadly,
        beat=partial(_tell_server, _BEAT),
    )
    Thread(target=_listen, args=(loop, stdin), daemon=True).start()
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
    # A server that is gone is noticed at the other end.
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), word)


if __name__ == "__main__":
    main()
