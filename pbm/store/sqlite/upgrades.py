"""A database of an older version brought up to date: on a copy first, then in one transaction."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from pbm.errors import UpgradeError
from pbm.store.sqlite.connection import connect, immediate
from pbm.store.sqlite.copies import copy, faults
from pbm.store.sqlite.migrations import check_age, is_current, is_ours, migrations

# The disk, the memory or another process: no step is to blame, and the same may work later.
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
_PRIMARY_CODE = 0xFF


def upgrade(db: Database, path: Path) -> None:
    """Bring the schema up to date; several processes may try at once, one does it.

    :raises StoreNewerError: if a step was applied that this version does not know
    :raises UpgradeError: if a step fails on a copy; the database is as it was
    """
    if is_current(db):
        return
    with immediate(db):
        check_age(db)
        # Another process may have done it while this one waited for the lock.
        if is_ours(db) and not is_current(db):
            _rehearse(path)
        migrations.apply(db)


def _rehearse(path: Path) -> None:
    with TemporaryDirectory(dir=path.parent, prefix=".upgrade.") as folder:
        copied = Path(folder) / path.name
        copy(path, copied)
        try:
            found = _tried(copied)
        except Exception as error:
            if _is_passing(error):
                raise
            raise _failed(path, f"{type(error).__name__}: {error}") from error
        if found:
            raise _failed(path, found[0])


def _tried(copied: Path) -> list[str]:
    """What is wrong with the copy once every step was done to it."""
    with closing(connect(copied).conn) as connection:
        migrations.apply(Database(connection, execute_plugins=False))
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    found = [f"row {row} of {table} belongs to no {parent}" for table, row, parent, _ in orphans]
    return found + faults(copied, thorough=False)


def _is_passing(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, OSError) or (code is not None and code & _PRIMARY_CODE in _PASSING)


def _failed(path: Path, why: str) -> UpgradeError:
    return UpgradeError(
        f"{path} cannot be brought up to date: {why}; nothing was changed,"
        " so go on with the pbm that wrote it, and report this"
    )
