"""The programs in a process of their own, so that thinking delays nothing else.

Only the thread that thinks has the lowest priority. The main thread has the server's priority: it
writes to the store, and everybody would have to wait for its locks.
"""

from __future__ import annotations

import logging
import os
import resource
from collections.abc import Callable
from concurrent.futures import Future, wait
from time import process_time
from typing import TypeVar

from pbm.app.analyses import Steps, advanced
from pbm.app.application import App
from pbm.app.externals import ExternalEngine, decided_by
from pbm.app.orders import PROGRAMS, ProgramsOrder
from pbm.app.parent import Parent, opening
from pbm.app.programs import ProgramLoop
from pbm.base import logs
from pbm.base.priorities import idle_thread
from pbm.core.board import Board
from pbm.core.games import Analysis
from pbm.programs.pipes import Stops
from pbm.programs.thinking import Decision, decide

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_CPU_SECONDS = 60.0
"""The most processor time for one decision. The longest known decisions take some seconds."""

LOOK_AGAIN_SECONDS = 5.0

MOST_MEMORY = 1024 * 1024 * 1024
"""The most bytes of data in the process. A search that needs more fails."""


class Thinker:
    """Thinks in a thread of the lowest priority.

    beat: called as a sign of life during a decision. most: seconds of processor time for a
        decision.
    die: called if a decision takes longer. By default the process ends, since a thread cannot be
        stopped; the next process is told at which position that was.
    """

    def __init__(
        self,
        beat: Callable[[], None] = lambda: None,
        most: float = MOST_CPU_SECONDS,
        die: Callable[[], None] = lambda: os._exit(1),
    ) -> None:
        self._beat, self._most, self._die = beat, most, die
        self._pool = idle_thread("thinker")

    def decide(self, board: Board, level: int, stops: Stops) -> Decision:
        return self._result(self._pool.submit(decide, board, level, stops))

    def ask(self, engine: ExternalEngine, board: Board, stops: Stops) -> Decision:
        """Let an external engine decide. Its processes inherit the priority."""
        return self._result(self._pool.submit(decided_by, engine, board, stops))

    def advance(self, steps: Steps) -> int | Analysis:
        return self._result(self._pool.submit(advanced, steps))

    def _result(self, thinking: Future[T]) -> T:
        end = process_time() + self._most
        while not wait([thinking], min(self._most, LOOK_AGAIN_SECONDS)).done:
            if process_time() > end:
                log.error("thinking has taken too long: its process ends")
                self._die()
            self._beat()
        return thinking.result()


def main() -> None:
    server = Parent(PROGRAMS)
    order: ProgramsOrder = server.order()
    logs.start(order.settings.log, order.settings.log_format)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    with opening("programs"):
        app = App(order.settings)
    thinker = Thinker(server.beat)
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
