"""Copies of a database file: made while it is in use, checked, and restored."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from pbm.base.durable import private_append
from pbm.base.errors import StoreNewerError, TemporaryFailure
from pbm.store.sqlite.connection import beside, connect_to_read, is_temporary
from pbm.store.sqlite.schema_version import check_age, is_ours


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Write a consistent copy, even while others write. The copy is on disk when this returns.

    Closes the connection to the source.
    """
    private_append(target).close()
    with closing(source):
        source.execute("VACUUM INTO ?", [str(target)])
    # VACUUM INTO does not sync the new file.
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def faults(path: Path, *, thorough: bool) -> list[str]:
    """Check a database without changing it; ``thorough`` also compares its indexes.

    Returns what is wrong.

    :raises TemporaryFailure: if the file cannot be read now, so that nothing is known
    """
    check = "integrity_check" if thorough else "quick_check"
    try:
        with only_reading(path) as db:
            check_age(db)
            found = [str(line) for (line,) in db.execute(f"PRAGMA {check}(5)")]
            found += [] if is_ours(db) else ["it is not a database of pbm"]
    except StoreNewerError as error:
        return [str(error)]
    except sqlite3.DatabaseError as error:
        if is_temporary(error):
            raise TemporaryFailure(f"it cannot be read now: {error}") from error
        return [str(error)]
    return [line for line in found if line != "ok"]


def is_empty(path: Path) -> bool:
    """Whether the database has no tables, because the first start was interrupted."""
    with suppress(sqlite3.DatabaseError), only_reading(path) as db:
        return not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    return path.stat().st_size == 0


def put_in_place(copied: Path, target: Path, aside: Path) -> None:
    """Replace a database that nobody uses with a copy, and keep the old one in ``aside``.

    At any interruption a complete database is in place: the old one or the copy.
    """
    if target.exists():
        _fold_in(target)
        os.link(target, aside / target.name)
    for left in beside(target):
        # SQLite would apply the old log to the copy.
        if left.exists():
            left.replace(aside / left.name)
    copied.replace(target)


def _fold_in(path: Path) -> None:
    """Checkpoint the log into the file, as far as a damaged database allows."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError:
        return


@contextmanager
def only_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection for the block."""
    db = connect_to_read(path)
    with closing(db):
        yield db
