"""Servers as processes, and the CPU time and memory they use."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import psutil

from scripts.benchmarks.filling import DOMAIN

ROOT = Path(__file__).parents[2]
_LISTENING = "listening on "
NOWHERE = "smtp://127.0.0.1:9"
"""An outgoing server that does not exist: mails stay in the outbox."""


@dataclass(frozen=True)
class Server:
    """A running server.

    port: where it listens. since: when it was started, and started_in: how many seconds until it
    listened.
    """

    port: int
    since: float
    started_in: float
    process: psutil.Process

    @property
    def cpu_seconds(self) -> float:
        """CPU time used so far by the server and its workers."""
        times = [each.cpu_times() for each in self._all]
        return float(sum(each.user + each.system for each in times))

    @property
    def memory(self) -> tuple[int, int]:
        """Resident bytes of the server, and of its workers together."""
        sizes = [each.memory_info().rss for each in self._all]
        return sizes[0], sum(sizes[1:])

    @property
    def shared_memory(self) -> int:
        """Resident bytes of all processes together; pages that several share count once."""
        return sum(each.memory_full_info().pss for each in self._all)

    def child(self, module: str) -> psutil.Process:
        """The child process that runs a module."""
        return next(each for each in self._all if module in each.cmdline())

    @property
    def _all(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]


@contextmanager
def pbm(data: Path, outgoing: str = NOWHERE) -> Iterator[Server]:
    command = [*pbm_command(data, outgoing), "serve", "--listen", "127.0.0.1:0"]
    with _running(command, data.with_suffix(".log")) as server:
        yield server


@contextmanager
def floor(folder: Path) -> Iterator[Server]:
    database = folder / "floor.sqlite"
    database.unlink(missing_ok=True)
    command = [sys.executable, "-m", "scripts.benchmarks.floor", str(database)]
    with _running(command, folder / "floor.log") as server:
        yield server


def pbm_command(data: Path, outgoing: str = NOWHERE) -> list[str]:
    settings = ("--data", str(data), "--domain", DOMAIN, "--outgoing", outgoing)
    return [sys.executable, "-m", "pbm", *settings]


@contextmanager
def _running(command: Sequence[str], log: Path) -> Iterator[Server]:
    """:raises RuntimeError: if the server does not start, with its log"""
    start = monotonic()
    with log.open("a") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line.startswith(_LISTENING):
            raise RuntimeError(f"the server did not start: {log.read_text()}")
        port = int(line.rpartition(":")[2])
        yield Server(port, start, monotonic() - start, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
