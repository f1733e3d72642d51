"""Connections as this server needs them, each fact measured (see the notes at the pragmas)."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from pbm.base.errors import StoreBusyError

BUSY_MS = 10_000

# The disk, the memory, rights or another process: the file is not to blame, and the same may work
# later.
_PASSING = frozenset(
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
# Extended result codes hold the primary one in their lowest byte.
_PRIMARY = 0xFF

# FULL: a letter that got its 250 survives a power cut. secure_delete: a redacted secret does
# not live on in free pages. cache_size: 16 MiB for each connection; with SQLite's own 2 MiB a move
# among 100,000 games costs a tenth more than among ten, with this a thirtieth.
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
    "cache_size = -16384",
    f"busy_timeout = {BUSY_MS}",
)


def connect(path: Path) -> Database:
    """A connection that begins and commits nothing behind our back."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return Database(connection, execute_plugins=False)


def connect_to_read(path: Path) -> Database:
    """A connection that writes nothing, wherever the file lies.

    SQLite wants to write beside a database to read it, so that others may write meanwhile. Where
    nobody can make files, and none of anybody's lie there, nobody writes.
    """
    alone = not os.access(path.parent, os.W_OK) and not any(map(Path.exists, beside(path)))
    uri = f"{path.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )
    return Database(connection, execute_plugins=False)


def beside(path: Path) -> Sequence[Path]:
    """What SQLite keeps beside a database while it is open, or after a crash."""
    return [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]


@contextmanager
def immediate(db: Database) -> Iterator[None]:
    """A write transaction that takes the lock at once.

    A deferred one fails against another writer as soon as it turns from reading to writing,
    however long the timeout is.

    :raises StoreBusyError: if another writer holds the lock for longer than the timeout
    """
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise StoreBusyError("the database is held by another process") from error
        raise
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # A commit that failed may have left the transaction open; a full disk may have ended it.
        if db.conn.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def deferred(db: Database) -> Iterator[None]:
    """A transaction that only reads: one consistent state, nobody waits for it."""
    db.execute("BEGIN")
    # The state that is seen is that of the first reading.
    db.execute("SELECT 1 FROM sqlite_master").fetchone()
    try:
        yield
    finally:
        db.execute("ROLLBACK")


@contextmanager
def savepoint(db: Database) -> Iterator[None]:
    """A step of the transaction, which alone is forgotten when an exception leaves the block.

    :raises sqlite3.OperationalError: if an error before, such as a full disk, ended the transaction
    """
    if not db.conn.in_transaction:
        raise sqlite3.OperationalError("the transaction was rolled back")
    db.execute("SAVEPOINT step")
    try:
        yield
    except BaseException:
        if db.conn.in_transaction:
            db.execute("ROLLBACK TO step")
            db.execute("RELEASE step")
        raise
    db.execute("RELEASE step")


def to_text(at: datetime) -> str:
    """UTC with microseconds: sorts as text in the order of time."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def from_text(text: str) -> datetime:
    return datetime.fromisoformat(text)


def maybe_text(at: datetime | None) -> str | None:
    return None if at is None else to_text(at)


def maybe_time(text: str | None) -> datetime | None:
    return None if text is None else from_text(text)


def primary_code(error: BaseException) -> int:
    """SQLite's code of an error without its details; SQLITE_ERROR where it has none."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & _PRIMARY


def is_passing(error: BaseException) -> bool:
    """Whether the same may work later on the same file."""
    return primary_code(error) in _PASSING
