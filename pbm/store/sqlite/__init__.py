"""The embedded engine: one SQLite file, through sqlite-utils.

One connection writes; every reader has its own. Whoever shares a store between threads gives
all writing to one of them (``pbm.store.writer``).
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from pbm.base.durable import PRIVATE, private_folder
from pbm.base.errors import TemporaryFailure
from pbm.store.sqlite.connection import (
    BUSY_MS,
    connect,
    connect_to_read,
    deferred,
    immediate,
    primary_code,
    savepoint,
)
from pbm.store.sqlite.copies import copy
from pbm.store.sqlite.departures import SqliteDepartures
from pbm.store.sqlite.letters import SqliteLetters
from pbm.store.sqlite.matches import SqliteMatches
from pbm.store.sqlite.outbox import SqliteOutbox
from pbm.store.sqlite.players import SqlitePlayers
from pbm.store.sqlite.queues import SqliteQueues
from pbm.store.sqlite.ratings import SqliteRatings
from pbm.store.sqlite.seeks import SqliteSeeks
from pbm.store.sqlite.strangers import SqliteQuotas, SqliteWithheldLetters
from pbm.store.sqlite.ties import SqliteTies
from pbm.store.sqlite.tokens import (
    SqliteActs,
    SqliteCounters,
    SqliteMarks,
    SqliteMoments,
    SqliteTokens,
)
from pbm.store.sqlite.turns import Turns
from pbm.store.sqlite.upgrades import begin, check, is_older, upgrade
from pbm.store.sqlite.vacations import SqliteVacations

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DAMAGED = 'it is damaged: stop pbm and put a backup back with "pbm restore FILE"'


class SqliteTransaction:
    def __init__(self, db: Database) -> None:
        self.db = db
        self.letters = SqliteLetters(db)
        self.players = SqlitePlayers(db)
        self.matches = SqliteMatches(db)
        self.outbox = SqliteOutbox(db)
        self.tokens = SqliteTokens(db)
        self.acts = SqliteActs(db)
        self.marks = SqliteMarks(db)
        self.moments = SqliteMoments(db)
        self.counters = SqliteCounters(db)
        self.withheld = SqliteWithheldLetters(db)
        self.quotas = SqliteQuotas(db)
        self.departures = SqliteDepartures(db)
        self.vacations = SqliteVacations(db)
        self.blocks = SqliteTies(db, "blocks")
        self.subscriptions = SqliteTies(db, "subscriptions")
        self.ratings = SqliteRatings(db)
        self.queues = SqliteQueues(db)
        self.seeks = SqliteSeeks(db)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        with _faults("written"), savepoint(self.db):
            try:
                yield
            except BaseException:
                self.forget()
                raise

    def forget(self) -> None:
        """Ask anew for what may have changed since: by another process, or by a rollback."""
        self.players.forget()
        self.matches.forget()
        self.queues.forget()


class SqliteReader:
    """A store in a folder where nothing can be written: a snapshot, or a disk mounted to be read.

    :raises StoreNewerError, StoreOlderError: as ``pbm.store.open_store`` does
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        # Those that nobody reads with at the moment: to open one takes longer than most reading.
        self._readers: deque[SqliteTransaction] = deque()
        with _faults("opened"):
            self._open()

    def _open(self) -> None:
        db = self._connected()
        with closing(db.conn):
            check(db, self._path)

    @contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        raise TemporaryFailure(f"{self._path} can only be read; make its folder writable first")
        yield

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        with _faults("read"):
            reader = self._reader()
            try:
                with deferred(reader.db):
                    reader.forget()
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

    def is_awaited(self) -> bool:
        return False

    def copy_to(self, path: Path) -> None:
        with _faults("copied"):
            copy(self._connected(), path)

    def tidy(self) -> None:
        """Nothing was changed."""

    def close(self) -> None:
        while self._readers:
            self._readers.pop().db.conn.close()


class SqliteStore(SqliteReader):
    """:raises StoreNewerError, StoreOlderError, StoreBusyError: as ``open_store`` says."""

    def __init__(self, path: Path) -> None:
        private_folder(path.parent)
        # SQLite gives its side files the rights of this one: nobody else may read people's mail.
        path.touch(PRIVATE)
        super().__init__(path)
        self._writing = SqliteTransaction(self._db)
        self._turns = Turns(path.parent, BUSY_MS / 1000)

    def _open(self) -> None:
        self._db = self._connected()
        begin(self._db, self._path)

    @contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        with _faults("written"), self._turns.taken(), immediate(self._db):
            self._writing.forget()
            yield self._writing

    def _connected(self) -> Database:
        return connect(self._path)

    def is_awaited(self) -> bool:
        return self._turns.is_awaited()

    def tidy(self) -> None:
        # The write-ahead log holds what pages held before; emptied, it holds nothing.
        with _faults("tidied"), closing(self._connected().conn) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        super().close()
        self._db.conn.close()
        self._turns.close()


def was_written_by_an_older_version(path: Path) -> bool:
    """Whether it is so, as ``pbm.store.is_older`` says.

    :raises TemporaryFailure: if it cannot be read
    """
    with _faults("opened"):
        return is_older(path)


def brought_up_to_date(path: Path) -> Sequence[str]:
    """The steps that were done, as ``pbm.store.upgrade`` says."""
    with _faults("brought up to date"):
        return upgrade(path)


@contextmanager
def _faults(done: str) -> Iterator[None]:
    """A full disk, a lock, a bad page: for the sender all of them mean "try again later"."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
        raise TemporaryFailure(f"the database cannot be {done} now: {_words(error)}") from error


def _words(error: sqlite3.Error) -> str:
    """What SQLite says; of damage also what to do, since no waiting mends it."""
    return f"{error}; {_DAMAGED}" if primary_code(error) in _DAMAGE else str(error)
