"""The pages in a process of their own, so that they delay nothing else."""

from __future__ import annotations

import gc
from contextlib import ExitStack, closing

from pbm.app.data_directory import clock_of
from pbm.app.lock import share
from pbm.app.orders import PAGES, PagesOrder
from pbm.app.pages import PagesLoop
from pbm.app.parent import Parent, opening
from pbm.base import logs
from pbm.core.games import use_plugins
from pbm.store import open_store


def main() -> None:
    server = Parent(PAGES)
    order: PagesOrder = server.order()
    settings = order.settings
    use_plugins(settings.games_plugins)
    logs.start(settings.log, settings.log_format)
    with ExitStack() as opened:
        with opening("pages"):
            opened.enter_context(share(settings.data))
            store = opened.enter_context(closing(open_store(settings.place, create=False)))
        # The games stay in memory. Measured: without this, a search for garbage among 3,000 of them
        # adds a seventh to the time of each move.
        loop = PagesLoop(settings, store, clock_of(store), server.beat, gc.freeze)
        server.drive(loop)


if __name__ == "__main__":
    main()
