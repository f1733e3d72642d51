"""The programs in a process of their own, so that thinking delays neither letters nor moves.

Only the thread that thinks has the lowest priority. The other one has that of the server: it writes
to the store, and everybody would have to wait for what it has locked.
"""

from __future__ import annotations

import os
import resource
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from pbm.app.analyses import Steps, advanced
from pbm.app.application import App
from pbm.app.config import Settings
from pbm.app.externals import ExternalEngine, decided_by
from pbm.app.parent import Parent, Trade, opening
from pbm.app.programs import ProgramLoop
from pbm.base import logs
from pbm.core.board import Board
from pbm.core.games import Analysis
from pbm.programs.pipes import Stops
from pbm.programs.thinking import Decision, decide

# The longest searches known take some seconds of an idle processor, and a minute of a busy one.
PROGRAMS = Trade(
    module="pbm.app.programs_process",
    item="position",
    does="plays for programs",
    niceness=0,
    most_deaths=2,
    longest_seconds=120.0,
    last_seconds=5.0,
)

THINKING_NICENESS = 19

MOST_MEMORY = 1024 * 1024 * 1024
"""Bytes of data in the process. A search that wants more fails."""


@dataclass(frozen=True)
class ProgramsOrder:
    """What a new process is told. deaths: how many have died at a position, by its number."""

    settings: Settings
    deaths: Mapping[int, int]


class Thinker:
    """Thinks in a thread of the lowest priority."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "thinker", initializer=_lower)

    def decide(self, board: Board, level: int, stops: Stops) -> Decision:
        return self._pool.submit(decide, board, level, stops).result()

    def ask(self, engine: ExternalEngine, board: Board, stops: Stops) -> Decision:
        """Let an external engine decide. Its processes inherit the priority."""
        return self._pool.submit(decided_by, engine, board, stops).result()

    def advance(self, steps: Steps) -> int | Analysis:
        return self._pool.submit(advanced, steps).result()


def _lower() -> None:
    """Lower the priority of the calling thread, where threads have one of their own (Linux)."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), THINKING_NICENESS)


def main() -> None:
    server = Parent(PROGRAMS)
    order: ProgramsOrder = server.order()
    logs.start(order.settings.log)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    with opening("programs"):
        app = App(order.settings)
    thinker = Thinker()
    loop = ProgramLoop(
        app,
        server.wake,
        take=server.slate.write,
        deaths=order.deaths,
        beat=server.beat,
        thinks=thinker.decide,
        asks=thinker.ask,
        analyses=thinker.advance,
    )
    server.drive(loop, app.warm_up_playing)
    app.close()


if __name__ == "__main__":
    main()
