"""The embedded engine: one SQLite file, through sqlite-utils.

One connection writes; each reader has its own. If threads share a store, only one of them may
write (``pbm.store.writer``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from pbm.base.durable import PRIVATE, private_folder
from pbm.base.errors import TemporaryFailure
from pbm.store.sqlite.bookkeeping import (
    SqliteActs,
    SqliteCounters,
    SqliteMarks,
    SqliteMoments,
    SqliteQuotas,
    SqliteRequests,
)
from pbm.store.sqlite.choices import SqliteChoices
from pbm.store.sqlite.connection import (
    BUSY_MS,
    connect,
    connect_to_read,
    deferred,
    immediate,
    savepoint,
)
from pbm.store.sqlite.departures import SqliteDepartures
from pbm.store.sqlite.failures import translated_errors
from pbm.store.sqlite.letters import SqliteLetters
from pbm.store.sqlite.matches import SqliteMatches
from pbm.store.sqlite.outbox import SqliteOutbox
from pbm.store.sqlite.players import SqlitePlayers
from pbm.store.sqlite.queues import SqliteQueues
from pbm.store.sqlite.ratings import SqliteRatings
from pbm.store.sqlite.removals import SqliteRemovals
from pbm.store.sqlite.seeks import SqliteSeeks
from pbm.store.sqlite.subscribers import SqliteFeed, SqliteUnheard
from pbm.store.sqlite.tokens import SqliteTokens
from pbm.store.sqlite.upgrades import begin, check
from pbm.store.sqlite.vacations import SqliteVacations
from pbm.store.sqlite.withheld import SqliteWithheldLetters
from pbm.store.sqlite.write_lock import WriteLock


class SqliteTransaction:
    def __init__(self, db: Database) -> None:
        self.db = db
        self.letters = SqliteLetters(db)
        self.players = SqlitePlayers(db)
        self.matches = SqliteMatches(db)
        self.outbox = SqliteOutbox(db)
        self.tokens = SqliteTokens(db)
        self.acts = SqliteActs(db)
        self.requests = SqliteRequests(db)
        self.marks = SqliteMarks(db)
        self.moments = SqliteMoments(db)
        self.counters = SqliteCounters(db)
        self.withheld = SqliteWithheldLetters(db)
        self.quotas = SqliteQuotas(db)
        self.departures = SqliteDepartures(db)
        self.vacations = SqliteVacations(db)
        self.blocks = SqliteChoices(db, "blocks")
        self.subscriptions = SqliteChoices(db, "subscriptions")
        self.ratings = SqliteRatings(db)
        self.queues = SqliteQueues(db)
        self.seeks = SqliteSeeks(db)
        self.removals = SqliteRemovals(db)
        self.unheard = SqliteUnheard(db)
        self.feed = SqliteFeed(db)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        with translated_errors("written"), savepoint(self.db):
            yield


class SqliteReader:
    """A store that is only read, such as one on a snapshot or on a disk mounted read-only.

    :raises StoreNewerError, StoreOlderError: as ``Administration.open`` does
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        # A pool of idle readers: opening a connection takes longer than most reads.
        self._readers: deque[SqliteTransaction] = deque()
        with translated_errors("opened"):
            self._open()

    def _open(self) -> None:
        db = self._connected()
        with closing(db.conn):
            check(db, self._path)

    @contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        raise TemporaryFailure(f"{self._path} is read-only; make the file and its folder writable")
        yield

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        with translated_errors("read"):
            reader = self._reader()
            try:
                with deferred(reader.db):
                    yield reader
            except BaseException:
                reader.db.conn.close()
                raise
            self._readers.append(reader)

    def _reader(self) -> SqliteTransaction:
        with suppress(IndexError):
            return self._readers.pop()
        return SqliteTransaction(self._connected())

    def _connected(self) -> Database:
        return connect_to_read(self._path)

    def close(self) -> None:
        while self._readers:
            self._readers.pop().db.conn.close()


class SqliteStore(SqliteReader):
    """A store that is read and written.

    :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``Administration.open`` does
    """

    def __init__(self, path: Path) -> None:
        private_folder(path.parent)
        # Private, because the file holds people's mail. SQLite's side files inherit its mode.
        path.touch(PRIVATE)
        super().__init__(path)
        self._writing = SqliteTransaction(self._db)
        self._write_lock = WriteLock(path.parent, BUSY_MS / 1000)

    def _open(self) -> None:
        self._db = self._connected()
        begin(self._db, self._path)

    @contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        with translated_errors("written"), self._write_lock.taken(), immediate(self._db):
            yield self._writing

    def _connected(self) -> Database:
        return connect(self._path)

    def has_waiters(self) -> bool:
        return self._write_lock.has_waiters()

    def close(self) -> None:
        super().close()
        self._db.conn.close()
        self._write_lock.close()
