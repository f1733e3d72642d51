"""A fair write lock for processes that share a database.

SQLite's own lock goes to the process that asks at the right moment, so a process that writes all
the time can starve the others. Here a process first takes a second lock, the turnstile, and holds
it while it waits for the write lock. A process that has just written queues behind the one at the
turnstile.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pbm.base.durable import private_append
from pbm.base.errors import StoreBusyError

TURNSTILE, TURN = "pbm.turnstile", "pbm.turn"
_POLL_SECONDS = 0.0005

TURNSTILE_SECONDS = 1.0
"""How long to wait at the turnstile. After that a process goes past it, so that a suspended process
that holds the turnstile does not block all others.
"""


class WriteLock:
    """Two file locks, which the operating system releases when a process is killed."""

    def __init__(self, data: Path, seconds: float) -> None:
        """seconds: how long to wait for the lock itself, once past the turnstile."""
        self._turnstile, self._turn = private_append(data / TURNSTILE), private_append(data / TURN)
        # For ``has_waiters``: only another open file of the same path can see the lock.
        self._probe = private_append(data / TURNSTILE)
        self._seconds = seconds

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Hold the lock for the block.

        :raises StoreBusyError: if another process holds the lock for longer than the timeout
        """
        _acquire(self._turnstile, TURNSTILE_SECONDS)
        try:
            if not _acquire(self._turn, self._seconds):
                raise StoreBusyError("the database is locked by another process")
        finally:
            _release(self._turnstile)
        try:
            yield
        finally:
            _release(self._turn)

    def has_waiters(self) -> bool:
        """Whether any process waits for the lock."""
        if not _try_lock(self._probe):
            return True
        _release(self._probe)
        return False

    def close(self) -> None:
        for file in (self._turnstile, self._turn, self._probe):
            file.close()


def _acquire(file: IO[bytes], seconds: float) -> bool:
    """Wait for a file lock. Returns False if it was not free in time."""
    end = time.monotonic() + seconds
    while not _try_lock(file):
        if time.monotonic() > end:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def _try_lock(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _release(file: IO[bytes]) -> None:
    fcntl.flock(file, fcntl.LOCK_UN)
