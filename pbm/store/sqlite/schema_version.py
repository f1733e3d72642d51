"""The migrations that were applied to a database, and those that are pending."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbm.base.errors import StoreNewerError
from pbm.store.sqlite.migrations import MIGRATIONS

if TYPE_CHECKING:
    from sqlite_utils import Migrations

_SET = "pbm"
"""The name of our set of migrations, in the table of those that sqlite-utils has applied."""


def check_age(db: sqlite3.Connection) -> None:
    """:raises StoreNewerError: if a migration was applied that this version does not know"""
    unknown = [name for name in _applied(db) if name not in MIGRATIONS]
    if unknown:
        raise StoreNewerError(
            f"the database was written by a newer pbm (it has {unknown[-1]}); install that version"
        )


def is_ours(db: sqlite3.Connection) -> bool:
    """Whether pbm has written the database."""
    return bool(_applied(db))


def _applied(db: sqlite3.Connection) -> list[str]:
    noted = "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
    if db.execute(noted).fetchone() is None:
        return []
    names = "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY rowid"
    return [name for (name,) in db.execute(names, [_SET])]


def pending(db: sqlite3.Connection) -> Sequence[str]:
    """The names of the migrations that were not applied yet, in order."""
    applied = _applied(db)
    return [name for name in MIGRATIONS if name not in applied]


def steps() -> Sequence[str]:
    """The names of all migrations in order."""
    return list(MIGRATIONS)


def apply_pending(db: sqlite3.Connection) -> None:
    """Apply the migrations that were not applied yet."""
    # Imported here, because it takes 4 MiB in each process that opens a database.
    from sqlite_utils import Database  # noqa: PLC0415

    migrations().apply(Database(db, execute_plugins=False))


def migrations() -> Migrations:
    """All migrations, as sqlite-utils runs them."""
    from sqlite_utils import Migrations  # noqa: PLC0415

    made = Migrations(_SET)
    for name, change in MIGRATIONS.items():
        made(name=name)(change)
    return made
