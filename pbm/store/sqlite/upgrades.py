"""The schema of a database: made where there is none, checked, and brought up to date on demand.

An older database is brought up to date on a copy first, then in one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from pbm.base.errors import StoreOlderError, TemporaryFailure, UpgradeError
from pbm.store.sqlite.connection import connect, immediate, is_passing
from pbm.store.sqlite.copies import copy, faults, only_reading
from pbm.store.sqlite.migrations import check_age, is_ours, migrations, pending


def begin(db: Database, path: Path) -> None:
    """Make the schema of a new database; several processes may try at once, one does it.

    :raises StoreNewerError, StoreOlderError: as ``check`` does
    """
    if not is_ours(db):
        with immediate(db):
            migrations.apply(db)
    check(db, path)


def check(db: Database, path: Path) -> None:
    """:raises StoreNewerError: if a step was applied that this version does not know
    :raises StoreOlderError: if one was not applied that it needs"""
    check_age(db)
    if pending(db):
        raise StoreOlderError(
            f"{path} was written by an older pbm; stop its server and bring it up to date with"
            ' "pbm upgrade"'
        )


def is_older(path: Path) -> bool:
    """:raises StoreNewerError: if a step was applied that this version does not know"""
    with only_reading(path) as db:
        check_age(db)
        return is_ours(db) and bool(pending(db))


def upgrade(path: Path) -> Sequence[str]:
    """Bring the schema up to date; the names of the steps that were done.

    :raises StoreNewerError: if a step was applied that this version does not know
    :raises UpgradeError: if a step fails on a copy; the database is as it was
    """
    db = connect(path)
    with closing(db.conn), immediate(db):
        check_age(db)
        steps = pending(db)
        if steps and is_ours(db):
            _rehearse(path)
        migrations.apply(db)
    return steps


def _rehearse(path: Path) -> None:
    with TemporaryDirectory(dir=path.parent, prefix=".upgrade.") as folder:
        copied = Path(folder) / path.name
        copy(connect(path), copied)
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
