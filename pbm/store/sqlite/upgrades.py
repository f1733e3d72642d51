"""The schema of a database: creation, check, and upgrade on demand.

An upgrade is rehearsed on a copy, and then done in one transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.base.errors import StoreOlderError, TemporaryFailure, UpgradeError
from pbm.store.sqlite.connection import SqliteConnection, connect, immediate, is_temporary
from pbm.store.sqlite.copies import copy, faults, only_reading
from pbm.store.sqlite.schema_version import apply_pending, check_age, is_ours, pending


def begin(db: sqlite3.Connection, path: Path) -> None:
    """Create the schema of a new database. Several processes may try at the same time.

    :raises StoreNewerError, StoreOlderError: as ``check`` does
    """
    if not is_ours(db):
        with immediate(db):
            apply_pending(db)
    check(db, path)


def check(db: sqlite3.Connection, path: Path) -> None:
    """Check that the schema is that of this version.

    :raises StoreNewerError: if a migration was applied that this version does not know
    :raises StoreOlderError: if a migration is pending
    """
    check_age(db)
    if pending(db):
        raise StoreOlderError(
            f'{path} was written by an older pbm; stop its server and run "pbm upgrade"'
        )


def is_older(path: Path) -> bool:
    """Whether an older version of pbm has written the database.

    :raises StoreNewerError: if a migration was applied that this version does not know
    """
    with only_reading(path) as db:
        check_age(db)
        return is_ours(db) and bool(pending(db))


def upgrade(path: Path) -> Sequence[str]:
    """Upgrade the schema. Returns the names of the migrations that were applied.

    :raises StoreNewerError: if a migration was applied that this version does not know
    :raises UpgradeError: if a migration fails on a copy; the database is unchanged
    """
    db = _connected(path)
    with closing(db), immediate(db):
        check_age(db)
        steps = pending(db)
        if steps and is_ours(db):
            _rehearse(path)
        apply_pending(db)
    return steps


def _connected(path: Path) -> SqliteConnection:
    db = connect(path)
    # The index of a large table is sorted in temporary files: memory may not hold it.
    db.execute("PRAGMA temp_store = FILE")
    return db


def _rehearse(path: Path) -> None:
    with TemporaryDirectory(dir=path.parent, prefix=".upgrade.") as folder:
        copied = Path(folder) / path.name
        copy(connect(path), copied)
        try:
            found = _tried(copied)
        except Exception as error:
            if _is_temporary(error):
                raise
            raise _failed(path, f"{type(error).__name__}: {error}") from error
        if found:
            raise _failed(path, found[0])


def _tried(copied: Path) -> list[str]:
    """Apply all migrations to the copy. Returns what is wrong with it afterwards."""
    with closing(_connected(copied)) as db:
        apply_pending(db)
        orphans = db.execute("PRAGMA foreign_key_check").fetchall()
    found = [
        f"row {row} of {table} refers to a missing row of {parent}"
        for table, row, parent, _ in orphans
    ]
    return found + faults(copied, thorough=False)


def _is_temporary(error: Exception) -> bool:
    return isinstance(error, OSError | TemporaryFailure) or is_temporary(error)


def _failed(path: Path, why: str) -> UpgradeError:
    return UpgradeError(
        f"{path} cannot be upgraded: {why}; nothing was changed,"
        " so go on with the pbm that wrote it, and report this"
    )
