"""The child's side of a child process: orders, a sign of life, news of work.

A child is ``python -m MODULE SLATE``; SLATE is the descriptor of an open file that holds the number
of the letter or mail in hand. The server writes a pickled order to the child's standard input, then
a byte whenever work may be waiting, and a farewell byte to stop it. The child writes a byte to its
standard output whenever there may be work for others, and other bytes as a heartbeat. If its
input ends without a farewell, the server was killed, and the child exits.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any, Protocol

from pbm.base.errors import PbmError
from pbm.base.garbage import kept_for_good

RING, FAREWELL, BEAT = b"r", b"q", b"b"
BYTES = 64


@dataclass(frozen=True)
class Trade:
    """The trade of a child process.

    module: the module that the process runs. item: the word for its items, such as "letter".
    does: the process's work in words, for the log.
    niceness: how much lower the process's priority is than the server's.
    most_deaths: how many processes may die over one item; after that the item is deadly.
    longest_seconds: a process that is busy with one item for longer is killed.
    last_seconds: how long a stop waits for the items that are left.
    """

    module: str
    item: str
    does: str
    niceness: int
    most_deaths: int
    longest_seconds: float
    last_seconds: float

    def deadly(self, deaths: Mapping[int, int]) -> frozenset[int]:
        """Return the items over which too many processes have died."""
        return frozenset(item for item, times in deaths.items() if times >= self.most_deaths)


class Loop(Protocol):
    """The loop of a worker."""

    finishing: bool

    def ring(self) -> None:
        """Note that work may be waiting. Thread-safe."""

    def finish(self) -> None:
        """Make ``run`` return after the waiting work is done."""

    def run(self) -> None:
        """Work until ``finish`` is called."""


class Slate:
    """A file that both processes have open. It holds the number of the work in hand, or 0."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, number: int) -> None:
        # Best effort: without it, the death of a process cannot be attributed to its work.
        with suppress(OSError):
            os.pwrite(self._descriptor, b"%20d" % number, 0)

    def read(self) -> int:
        with suppress(OSError):
            return int(os.pread(self._descriptor, 20, 0) or 0)
        return 0


class Parent:
    """The server, seen from the main thread of its child."""

    def __init__(self, trade: Trade) -> None:
        # A sandbox around the server may forbid this; then server and child have the same priority.
        with suppress(OSError):
            os.nice(trade.niceness)
        # A terminal or systemd may signal all processes; only the server decides when to stop them.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        # Not sys.stdin: closing that at exit would wait for the thread that reads.
        self._stdin = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
        self.slate = Slate(int(sys.argv[1]))

    def order(self) -> Any:
        """The order of the server. Exits if the server was killed before giving it."""
        try:
            return pickle.load(self._stdin)  # noqa: S301 (the server wrote it)
        except EOFError:
            sys.exit()

    def wake(self) -> None:
        """Tell the server that there may be something for others to do."""
        _tell(RING)

    def beat(self) -> None:
        """Give a sign of life."""
        _tell(BEAT)

    def drive(self, loop: Loop, warm_up: Callable[[], None] = lambda: None) -> None:
        """Run the loop; ring it and finish it when the server says so.

        warm_up: loads what the loop will need.
        """
        Thread(target=self._listen, args=(loop,), daemon=True).start()
        with kept_for_good():
            warm_up()
        loop.run()

    def _listen(self, loop: Loop) -> None:
        while heard := self._stdin.read1(BYTES):
            if FAREWELL in heard:
                loop.finish()
            loop.ring()
        if not loop.finishing:
            os._exit(1)


@contextmanager
def opening(waits: str) -> Iterator[None]:
    """Exit if the data directory cannot be opened in this block.

    waits: what has to wait in that case, for the log.
    """
    try:
        yield
    except (OSError, PbmError) as error:
        # The server has the directory open, so the cause is a full or broken disk: retry later.
        sys.exit(f"{waits} wait: the data directory cannot be opened now: {error}")


def _tell(word: bytes) -> None:
    # If the server is gone, the end of standard input shows it.
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), word)
