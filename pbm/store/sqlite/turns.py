"""Whose turn it is to write, where several processes share a database.

SQLite gives its lock to whoever asks at the right moment: a process that writes again and again
keeps others from it for as long as it likes. Here the next one waits alone, at a turnstile, and
the one that has just written comes behind it.
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
_LOOK_AGAIN_SECONDS = 0.0005

COURTESY_SECONDS = 1.0
"""How long to let others go first. One that was suspended in front of the next must not keep
everybody from writing: they go past it.
"""


class Turns:
    """Two locked files; the system lets go of them for a process that is killed."""

    def __init__(self, data: Path, seconds: float) -> None:
        """seconds: how long to wait for the turn, behind the turnstile."""
        self._turnstile, self._turn = private_append(data / TURNSTILE), private_append(data / TURN)
        # A lock belongs to an open file: whoever holds one could not see it through the same.
        self._glance = private_append(data / TURNSTILE)
        self._seconds = seconds

    @contextmanager
    def taken(self) -> Iterator[None]:
        """:raises StoreBusyError: if another process keeps its turn for too long"""
        _comes(self._turnstile, COURTESY_SECONDS)
        try:
            if not _comes(self._turn, self._seconds):
                raise StoreBusyError("the database is held by another process")
        finally:
            _unlock(self._turnstile)
        try:
            yield
        finally:
            _unlock(self._turn)

    def is_awaited(self) -> bool:
        """Whether any process waits for its turn."""
        if not _lock(self._glance):
            return True
        _unlock(self._glance)
        return False

    def close(self) -> None:
        for file in (self._turnstile, self._turn, self._glance):
            file.close()


def _comes(file: IO[bytes], seconds: float) -> bool:
    """Wait for a lock; whether it was free in time."""
    end = time.monotonic() + seconds
    while not _lock(file):
        if time.monotonic() > end:
            return False
        time.sleep(_LOOK_AGAIN_SECONDS)
    return True


def _lock(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _unlock(file: IO[bytes]) -> None:
    fcntl.flock(file, fcntl.LOCK_UN)
