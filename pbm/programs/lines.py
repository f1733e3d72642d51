"""The lines of a stream, so that a search sees ``stop`` while it runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread

_STOPS = ("stop", "quit")


class Lines:
    """The lines of a stream. ready: called for each ``isready`` that comes while a search runs."""

    def __init__(self, stream: Iterable[bytes], ready: Callable[[], None]) -> None:
        self._read: SimpleQueue[str | None] = SimpleQueue()
        self._kept: deque[str | None] = deque()
        self._ready = ready
        Thread(target=self._read_all, args=(stream,), daemon=True).start()

    def _read_all(self, stream: Iterable[bytes]) -> None:
        try:
            for line in stream:
                self._read.put(line.decode(errors="replace"))
        finally:
            self._read.put(None)

    def next(self) -> str | None:
        """Return the next line, or None at the end; must not be called again after the end."""
        return self._kept.popleft() if self._kept else self._read.get()

    def stop_came(self) -> bool:
        """Return whether ``stop`` or ``quit`` has come since the search began.

        Other lines are kept for later, but ``isready`` must be answered at once.
        """
        while not self._read.empty():
            line = self._read.get()
            if line is not None and line.strip() == "isready":
                self._ready()
            else:
                self._kept.append(line)
        return any(line is not None and line.strip() in _STOPS for line in self._kept)

    def ended(self) -> bool:
        """Return whether the stream has ended; lines may still be kept."""
        return None in self._kept
