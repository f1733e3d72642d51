"""The painter in a process of its own, so that it delays nothing else.

It loads only what it needs to paint, and takes less memory than the worker. Measured on two
processors while 50 clients send letters: of the letters that an idle painter lets in, 0.90 come in
with the low priority alone, 0.94 with the pauses of ``PaintLoop`` as well. If others keep
every processor busy, it makes next to nothing, and mails leave as text: see ``LateMails``.
"""

from __future__ import annotations

import math
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager, suppress

from pbm.app import painter
from pbm.app.data_directory import clock_of
from pbm.app.lock import share
from pbm.app.orders import PAINTER, PainterOrder
from pbm.app.painter import PaintLoop
from pbm.app.parent import Parent, opening
from pbm.base import logs
from pbm.base.priorities import idle_thread
from pbm.core.games import use_plugins
from pbm.store import open_store

_BEAT_SECONDS = 10.0


def main() -> None:
    server = Parent(PAINTER)
    # A process that is ended for its processor time would leave mails in a file.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    order: PainterOrder = server.order()
    use_plugins(order.plugins)
    logs.start(order.log, order.log_format)
    with ExitStack() as opened:
        with opening("pictures"):
            opened.enter_context(share(order.data))
            store = opened.enter_context(closing(open_store(order.place, create=False)))
        painting = opened.enter_context(idle_thread("painting"))
        loop = PaintLoop(
            store,
            clock_of(store),
            server.wake,
            take=server.slate.write,
            deadly=order.deadly,
            finishes=lambda mail: _result(painting.submit(painter.finished, mail), server.beat),
            beat=server.beat,
        )
        server.drive(loop)


def _result(painted: Future[bytes], beat: Callable[[], None]) -> bytes:
    """Wait as long as it takes, but for a limited processor time."""
    with _limited_cpu(painter.LONGEST_CPU_SECONDS):
        while True:
            with suppress(TimeoutError):
                return painted.result(_BEAT_SECONDS)
            beat()


@contextmanager
def _limited_cpu(seconds: int) -> Iterator[None]:
    """Let the kernel end this process if it takes more processor time in the block (SIGXCPU)."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = math.ceil(used.ru_utime + used.ru_stime) + seconds
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


if __name__ == "__main__":
    main()
