"""The loop that all workers use: it sweeps when rung, and after a pause, until it is finished."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event


class Sweeping(ABC):
    """A loop, which runs in a thread or a process of its own.

    beat: called as a sign of life, with each sweep.
    """

    def __init__(self, beat: Callable[[], None]) -> None:
        self._beat = beat
        self._bell = Event()
        self.finishing = False

    def ring(self) -> None:
        """Note that there may be work. Thread-safe."""
        self._bell.set()

    def finish(self) -> None:
        """Make ``run`` return after a last sweep."""
        self.finishing = True
        self._bell.set()

    def run(self) -> None:
        """Sweep until ``finish`` is called."""
        rung = True
        while not self.finishing:
            self._beat()
            rung = self._bell.wait(self._sweep(rung))
            self._bell.clear()
        self._last_sweep()

    @abstractmethod
    def _sweep(self, rung: bool) -> float:
        """Do the work that waits. Return for how many seconds to wait for the bell.

        It never raises. rung: whether the bell has rung since the last sweep.
        """

    def _last_sweep(self) -> None:
        """Do the work that still waits when the loop is finished."""
        self._beat()
        self._sweep(rung=True)
