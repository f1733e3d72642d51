"""Which migrations were applied to a database, and which are pending."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any

from sqlite_utils import Database

from pbm.base.errors import StoreNewerError
from pbm.store.sqlite.migrations import migrations


def check_age(db: sqlite3.Connection) -> None:
    """:raises StoreNewerError: if a migration was applied that this version does not know"""
    unknown = [name for name in _applied(db) if name not in steps()]
    if unknown:
        raise StoreNewerError(
            f"the database was written by a newer pbm (it has {unknown[-1]}); install that version"
        )


def is_ours(db: sqlite3.Connection) -> bool:
    """Whether pbm has written the database."""
    return bool(_applied(db))


def _applied(db: sqlite3.Connection) -> list[str]:
    return [step.name for step in migrations.applied(_database(db))]


def pending(db: sqlite3.Connection) -> Sequence[str]:
    """The names of the migrations that were not applied yet, in order."""
    return [step.name for step in migrations.pending(_database(db))]


@cache
def functions() -> Mapping[str, Callable[[Any], None]]:
    """All migrations in order, by name: they are all pending in an empty database."""
    with closing(sqlite3.connect(":memory:")) as empty:
        return {step.name: step.fn for step in migrations.pending(_database(empty))}


@cache
def steps() -> Sequence[str]:
    """The names of all migrations in order."""
    return list(functions())


def apply_pending(db: sqlite3.Connection) -> None:
    """Apply the migrations that were not applied yet."""
    migrations.apply(_database(db))


def _database(db: sqlite3.Connection) -> Database:
    return Database(db, execute_plugins=False)
