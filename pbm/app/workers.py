"""Workers as the server sees them, whether they are threads or processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

SWEEP_SECONDS = 5.0
"""How often a worker looks for work without being rung: for what other processes have stored, and
for what is to be retried."""

WORKER_RESTARTS, PAINTER_RESTARTS = "worker restarts", "painter restarts"
PROGRAMS_RESTARTS, PAGES_RESTARTS = "programs restarts", "pages restarts"
"""Names of the counters of processes that had to be started again."""

Wake = Callable[[], None]
"""Called when there may be something for others to do."""


class Worker(Protocol):
    """A worker in a thread or in a process."""

    async def start(self, wake: Wake, restarted: Wake) -> None:
        """Start it.

        wake: called when mails may be ready for the next to act on them.
        restarted: called whenever it had to be started again.
        """

    def ring(self) -> None:
        """Tell it that work may be waiting."""

    def silence(self) -> float:
        """Seconds since its last sign of life. It gives one with each letter or mail, and each
        sweep.
        """

    async def stop(self) -> None:
        """Let it do what waits, and wait until it has ended."""
