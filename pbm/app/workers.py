"""Workers as the server sees them, whether they are threads or processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

SWEEP_SECONDS = 5.0
"""How often a worker looks for work without being rung: for rows that other processes have stored,
and for work that must be retried."""

WORKER_RESTARTS, PAINTER_RESTARTS = "worker restarts", "painter restarts"
PROGRAMS_RESTARTS, PAGES_RESTARTS = "programs restarts", "pages restarts"
MAILBOX_RESTARTS = "mailbox restarts"
"""Names of the counters of processes that had to be started again."""

Wake = Callable[[], None]
"""A function that is called when there may be work for others."""


class Worker(Protocol):
    """A worker in a thread or in a process."""

    async def start(self, wake: Wake, restarted: Wake) -> None:
        """Start the worker.

        wake: called when mails may be ready for the next worker, or the pump.
        restarted: called whenever the worker had to be started again.
        """

    def ring(self) -> None:
        """Tell the worker that work may be waiting."""

    def silence(self) -> float:
        """The seconds since the last sign of life, which comes with each letter or mail, and each
        sweep.
        """

    async def stop(self) -> None:
        """Let the worker finish the waiting work, and wait until it has ended."""
