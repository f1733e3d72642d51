"""Which migrations were applied to a database, and which are pending."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import cache

from sqlite_utils import Database

from pbm.base.errors import StoreNewerError
from pbm.store.sqlite.migrations import migrations


def check_age(db: Database) -> None:
    """:raises StoreNewerError: if a migration was applied that this version does not know"""
    unknown = [name for name in _applied(db) if name not in steps()]
    if unknown:
        raise StoreNewerError(
            f"the database was written by a newer pbm (it has {unknown[-1]}); install that version"
        )


def is_ours(db: Database) -> bool:
    """Whether pbm has written the database."""
    return bool(_applied(db))


def _applied(db: Database) -> list[str]:
    return [step.name for step in migrations.applied(db)]


def pending(db: Database) -> Sequence[str]:
    """The names of the migrations that were not applied yet, in order."""
    return [step.name for step in migrations.pending(db)]


@cache
def steps() -> Sequence[str]:
    """The names of all migrations in order: they are all pending in an empty database."""
    empty = Database(memory=True, execute_plugins=False)
    with closing(empty.conn):
        return pending(empty)
