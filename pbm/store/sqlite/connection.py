"""SQLite connections with measured pragmas, and transactions."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from pbm.base.errors import StoreBusyError
from pbm.store.sql.connection import Parameters

BUSY_MS = 10_000
_PAUSE = 0.01
"""Seconds between two attempts."""

LATEST = "sqlite_sequence"
"""SQLite's table of the latest number of each table whose rows it numbers."""

# Errors of the disk, memory, permissions or another process. The database itself is sound, and a
# retry may succeed.
_TEMPORARY = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
# The lowest byte of an extended result code is the primary one.
_PRIMARY = 0xFF

# busy_timeout: first, since changing the journal mode may have to wait for other processes.
# synchronous = FULL: a letter that got its 250 survives a power cut.
# secure_delete: free pages do not retain redacted secrets.
# temp_store: each savepoint copies the pages that it changes. Measured: of the 104 writes of a
# move, 75 were such copies in /var/tmp, where they also held what is redacted later.
PRAGMAS = (
    f"busy_timeout = {BUSY_MS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
    "temp_store = MEMORY",
)

LARGE_CACHE = "PRAGMA cache_size = -16384"
"""16 MiB per connection, for the process that acts on letters. Measured: a move among 100,000 games
costs a thirtieth more than one among ten games, and a tenth more with SQLite's default of 2 MiB,
which is enough for all other processes."""


class SqliteConnection(sqlite3.Connection):
    """A connection as the repositories use it. Only one writes at a time, so nothing is locked."""

    locking = ""
    _waits = True
    put = sqlite3.Connection.execute

    def wait_for_the_disk(self, waits: bool) -> None:
        """Whether the next commits wait until they are on disk; between transactions only."""
        if waits != self._waits:
            self.execute(f"PRAGMA synchronous = {'FULL' if waits else 'NORMAL'}")
            self._waits = waits

    def change(self, sql: str, parameters: Parameters, refusal: Exception) -> None:
        if self.execute(sql, parameters).rowcount == 0:
            raise refusal

    def lock(self, what: str) -> None:
        """Do nothing."""

    def foresee(self, sql: str, parameters: Sequence[Any], *, lasting: bool = False) -> None:
        """Do nothing: there are no round trips."""

    def insert_numbered(self, sql: str, values: Sequence[Any], key: str) -> int:  # noqa: ARG002
        # Not RETURNING: for that, SQLite copies each page of the table and its indexes before
        # changing the page. Measured: 27 us per mail instead of 13.
        number = self.execute(sql, values).lastrowid
        assert number is not None, "SQLite numbers the rows of this table"
        return number

    def insert_all_numbered(
        self, sql: str, rows: Sequence[Sequence[Any]], key: str
    ) -> Sequence[int]:
        return [self.insert_numbered(sql, values, key) for values in rows]


def connect(path: Path) -> SqliteConnection:
    """Open a connection in autocommit mode: we begin and commit transactions ourselves."""
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, factory=SqliteConnection
    )
    for pragma in PRAGMAS:
        _set(connection, pragma)
    return connection


def _set(connection: SqliteConnection, pragma: str) -> None:
    """Set a pragma, and try again while the database is locked.

    SQLite reports at once, whatever the timeout, that two processes change the journal mode of a
    new database at the same time: waiting could be a deadlock.
    """
    patience = monotonic() + BUSY_MS / 1000
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or monotonic() > patience:
                raise
            sleep(_PAUSE)
        else:
            return


def connect_to_read(path: Path) -> SqliteConnection:
    """Open a read-only connection, even in a folder that is not writable.

    SQLite creates side files to read a database that others may write to. If the folder is not
    writable and has no side files, nobody is writing, and the file is opened as immutable.
    """
    alone = not os.access(path.parent, os.W_OK) and not any(map(Path.exists, beside(path)))
    uri = f"{path.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    return sqlite3.connect(
        uri,
        uri=True,
        timeout=BUSY_MS / 1000,
        isolation_level=None,
        check_same_thread=False,
        factory=SqliteConnection,
    )


def beside(path: Path) -> Sequence[Path]:
    """SQLite's side files, which exist while the database is open or after a crash."""
    return [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]


@contextmanager
def immediate(db: sqlite3.Connection) -> Iterator[None]:
    """A write transaction that takes the write lock at the beginning.

    A deferred transaction would fail, whatever the timeout, if another one wrote before it turns
    from reading to writing.

    :raises StoreBusyError: if another writer holds the lock for longer than the timeout
    """
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise StoreBusyError("the database is locked by another process") from error
        raise
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # A failed commit leaves the transaction open; a full disk ends it.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def deferred(db: sqlite3.Connection) -> Iterator[None]:
    """A read transaction: one consistent state, which blocks nobody."""
    db.execute("BEGIN")
    # SQLite takes the snapshot at the first read, so read now.
    db.execute("SELECT 1 FROM sqlite_master").fetchone()
    try:
        yield
    finally:
        db.execute("ROLLBACK")


@contextmanager
def savepoint(db: sqlite3.Connection) -> Iterator[None]:
    """A savepoint: only the block is rolled back when an exception leaves it.

    :raises sqlite3.OperationalError: if an earlier error, such as a full disk, has ended the
        transaction
    """
    if not db.in_transaction:
        raise sqlite3.OperationalError("the transaction was rolled back")
    db.execute("SAVEPOINT step")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK TO step")
            db.execute("RELEASE step")
        raise
    db.execute("RELEASE step")


def primary_code(error: BaseException) -> int:
    """The primary result code of an error; SQLITE_ERROR if it has no code."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & _PRIMARY


def is_temporary(error: BaseException) -> bool:
    """Whether a retry on the same file may succeed."""
    return primary_code(error) in _TEMPORARY
