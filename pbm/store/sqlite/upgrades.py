"""A database of an older version brought up to date: on a copy first, then in one transaction."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from pbm.errors import TemporaryFailure, UpgradeError
from pbm.store.sqlite.connection import connect, immediate, is_passing
from pbm.store.sqlite.copies import copy, faults
from pbm.store.sqlite.migrations import check_age, is_current, is_ours, migrations


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
    return isinstance(error, OSError | TemporaryFailure) or is_passing(error)


def _failed(path: Path, why: str) -> UpgradeError:
    return UpgradeError(
        f"{path} cannot be brought up to date: {why}; nothing was changed,"
        " so go on with the pbm that wrote it, and report this"
    )
