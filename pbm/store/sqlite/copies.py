"""The database file as a whole: copied while it is used, checked, put back into its place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from pbm.base.durable import private_append
from pbm.base.errors import StoreNewerError, TemporaryFailure
from pbm.store.sqlite.connection import beside, connect_to_read, is_passing
from pbm.store.sqlite.migrations import check_age, is_ours


def copy(source: Database, target: Path) -> None:
    """One consistent state, whoever writes meanwhile; it is on the disk when this returns.

    The connection to the source is closed.
    """
    private_append(target).close()
    with closing(source.conn) as connection:
        connection.execute("VACUUM INTO ?", [str(target)])
    # VACUUM INTO leaves the writing to the operating system.
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def faults(path: Path, *, thorough: bool) -> list[str]:
    """What is wrong with a database, which is only read; ``thorough`` compares indexes too.

    :raises TemporaryFailure: if it cannot be read now, which says nothing about it
    """
    check = "integrity_check" if thorough else "quick_check"
    try:
        with only_reading(path) as db:
            check_age(db)
            found = [str(line) for (line,) in db.execute(f"PRAGMA {check}(5)")]
            found += [] if is_ours(db) else ["it is no database of pbm"]
    except StoreNewerError as error:
        return [str(error)]
    except sqlite3.DatabaseError as error:
        if is_passing(error):
            raise TemporaryFailure(f"it cannot be read now: {error}") from error
        return [str(error)]
    return [line for line in found if line != "ok"]


def is_empty(path: Path) -> bool:
    """Whether there is no table in it: a first start ended before it could make any."""
    with suppress(sqlite3.DatabaseError), only_reading(path) as db:
        return not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    return path.stat().st_size == 0


def put_in_place(copied: Path, target: Path, aside: Path) -> None:
    """Let the copy take the place of a database that nobody uses; that one is kept in ``aside``.

    Whenever it is interrupted, a whole database is in its place: the old one or the copy.
    """
    if target.exists():
        _fold_in(target)
        os.link(target, aside / target.name)
    for left in beside(target):
        # Left there, the old log would be played into the copy.
        if left.exists():
            left.replace(aside / left.name)
    copied.replace(target)


def _fold_in(path: Path) -> None:
    """Move what the log holds into the file, as far as a damaged database lets us."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError:
        return


@contextmanager
def only_reading(path: Path) -> Iterator[Database]:
    """A connection that writes nothing, closed at the end of the block."""
    db = connect_to_read(path)
    with closing(db.conn):
        yield db
