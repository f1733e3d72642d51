"""The pages in a process of their own, so that writing them delays neither letters nor moves."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass

from pbm.app.config import Settings
from pbm.app.data_directory import clock_of
from pbm.app.lock import share
from pbm.app.pages import PagesLoop
from pbm.app.parent import Parent, Trade, opening
from pbm.base import logs
from pbm.store import open_store

PAGES = Trade(
    module="pbm.app.pages_process",
    item="game",
    does="writes pages",
    niceness=15,
    most_deaths=2,
    longest_seconds=60.0,
    last_seconds=10.0,
)


@dataclass(frozen=True)
class PagesOrder:
    """What a new process is told."""

    settings: Settings


def main() -> None:
    server = Parent(PAGES)
    order: PagesOrder = server.order()
    settings = order.settings
    logs.start(settings.log)
    with ExitStack() as opened:
        with opening("pages"):
            opened.enter_context(share(settings.data))
            store = opened.enter_context(closing(open_store(settings.place)))
        loop = PagesLoop(settings, store, clock_of(store), server.beat)
        server.drive(loop)


if __name__ == "__main__":
    main()
