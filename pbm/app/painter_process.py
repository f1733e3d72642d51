"""The painter in a process of its own, so that painting delays neither letters nor moves.

It loads only what it needs to paint, and takes less memory than the worker.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from pbm.app.data_directory import clock_of
from pbm.app.lock import share
from pbm.app.painter import PaintLoop
from pbm.app.parent import Parent, Trade, opening
from pbm.base import logs
from pbm.store import Place, open_store

# A picture may wait, letters and moves may not. The largest mails take 0.1 s.
PAINTER = Trade(
    module="pbm.app.painter_process",
    item="mail",
    does="makes pictures",
    niceness=10,
    most_deaths=2,
    longest_seconds=20.0,
    last_seconds=10.0,
)


@dataclass(frozen=True)
class PainterOrder:
    """What a new process is told.

    data: the data directory. place: where its store is. log: as in the settings.
    deadly: mails to send without HTML parts.
    """

    data: Path
    place: Place
    log: str
    deadly: frozenset[int]


def main() -> None:
    server = Parent(PAINTER)
    order: PainterOrder = server.order()
    logs.start(order.log)
    with ExitStack() as opened:
        with opening("pictures"):
            opened.enter_context(share(order.data))
            store = opened.enter_context(closing(open_store(order.place)))
        loop = PaintLoop(
            store,
            clock_of(store),
            server.wake,
            take=server.slate.write,
            deadly=order.deadly,
            beat=server.beat,
        )
        server.drive(loop)


if __name__ == "__main__":
    main()
