"""The loop that writes the pages: first all, then those that a change concerns.

It shares only the store and a wake-up signal with the rest, so that a move and its mails never
wait for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import datetime
from multiprocessing import get_context

from pbm.app.config import Settings
from pbm.app.sweeping import Sweeping
from pbm.app.workers import SWEEP_SECONDS
from pbm.base.errors import PbmError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.core.bookkeeping import Unheard
from pbm.core.games import use_plugins
from pbm.play.publicity import publish_from
from pbm.site.changes import ChangedGames
from pbm.site.club import Club
from pbm.site.files import Folder
from pbm.site.writer import Share, Writer
from pbm.store import open_store
from pbm.store.protocol import Store, Transaction

log = logging.getLogger(__name__)

MANY = 500
"""From this many games on, two processes write the pages: starting the second takes a second."""

MOST_TOGETHER = 200
"""The most changed games that are written before the queue is read again."""

Clock = Callable[[], datetime]


def writer_for(settings: Settings, store: Store, clock: Clock) -> tuple[Writer, Folder]:
    """The writer of the pages that the settings ask for, and their folder.

    When this is called for the first time, the club begins to show its games.
    """
    assert settings.site is not None, "the settings ask for pages"
    with store.transaction() as tx:
        since = publish_from(tx, clock())
    folder = Folder(settings.site)
    club = Club(settings.club, settings.site_url, since, clock)
    return Writer(folder, club, settings.site_language), folder


def build(
    settings: Settings, store: Store, now: datetime, step: Callable[[], None], *, anew: bool
) -> int:
    """Write all pages that are not up to date, in two processes if there are many games.

    step: called after each game. anew: write all pages. Return how many files were written or
    removed.
    """
    writer, folder = writer_for(settings, store, lambda: now)
    with store.reading() as tx:
        if sum(tx.matches.counts().values()) < MANY:
            writer.build(tx, step, anew=anew)
            return folder.written
        with ProcessPoolExecutor(1, get_context("spawn")) as helper:
            other = helper.submit(_build_half, settings, now, anew)

            def both() -> None:
                step()
                step()

            def join() -> None:
                folder.written += other.result()

            writer.build(tx, both, anew=anew, share=Share(0, 2), join=join)
    return folder.written


def _build_half(settings: Settings, now: datetime, anew: bool) -> int:
    """Write the pages of every other game, in a process of its own."""
    use_plugins(settings.games_plugins)
    with closing(open_store(settings.place, create=False)) as store:
        writer, folder = writer_for(settings, store, lambda: now)
        with store.reading() as tx:
            writer.build_games(tx, Share(1, 2), anew=anew)
    return folder.written


class PagesLoop(Sweeping):
    """The loop that writes the pages.

    beat: called as a sign of life, with each game and each sweep.
    built: called when all pages are up to date for the first time, and after a failure.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Clock,
        beat: Callable[[], None],
        built: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(beat)
        self._built = built
        self._settings, self._store, self._clock = settings, store, clock
        self._writer: Writer | None = None

    def write(self) -> None:
        """Write what has changed; the first time, and after a failure, all that is not up to date.

        :raises OSError: if a file cannot be written
        :raises PbmError: if the store cannot be read now, or holds damaged events
        """
        writer, self._writer = self._writer, None
        if writer is None:
            writer, _ = writer_for(self._settings, self._store, self._clock)
            waiting = self._waiting()
            with self._store.reading() as tx:
                writer.build(tx, self._beat)
            self._drop(waiting)
            self._built()
        waiting = self._waiting()
        # Write even if no game waits: players and seeks may have changed.
        self._update(writer, waiting)
        while waiting := self._waiting():
            self._update(writer, waiting)
        self._writer = writer

    def _update(self, writer: Writer, waiting: Sequence[Unheard]) -> None:
        with self._store.reading() as tx:
            writer.update(tx, {each.board for each in waiting})
        self._drop(waiting)
        self._beat()

    def _sweep(self, rung: bool) -> float:  # noqa: ARG002
        """Write pages. A failure is logged, and the next sweep tries again."""
        try:
            self.write()
        except TemporaryFailure as failure:
            log.warning("pages wait: %s", failure, extra=THROTTLED)
        except (OSError, PbmError) as error:
            log.warning("pages cannot be written: %s", error, extra=THROTTLED)
        except Exception:
            log.exception("writing pages failed")
        return SWEEP_SECONDS

    def _waiting(self) -> Sequence[Unheard]:
        """Events of games whose pages were not written yet, of at most ``MOST_TOGETHER`` games."""
        with self._store.reading() as tx:
            return [
                Unheard(first.subscriber, first.board, seq)
                for first in tx.unheard.due(ChangedGames.name, self._clock(), MOST_TOGETHER)
                for seq in tx.unheard.queued(first.subscriber, first.board)
            ]

    def _drop(self, written: Collection[Unheard]) -> None:
        if written:
            with self._store.transaction() as tx:
                _forget(tx, written)


def _forget(tx: Transaction, written: Collection[Unheard]) -> None:
    for each in written:
        tx.unheard.drop(each)
