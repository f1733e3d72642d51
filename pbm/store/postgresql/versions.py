"""Migrations of a database: creation, check, and upgrade on demand.

The migrations are named like those of the SQLite engine; ``COUNTED`` is the only other one.
Statements that define tables are part of transactions, so an upgrade is done as a whole or not at
all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg

from pbm.base.errors import (
    StoreBusyError,
    StoreMissingError,
    StoreNewerError,
    StoreOlderError,
    UpgradeError,
    UsageError,
)
from pbm.store.postgresql.connection import BEGIN_ALONE, SERVING, PostgresConnection, commit
from pbm.store.postgresql.numbers import count
from pbm.store.postgresql.schema import FUNCTIONS, in_postgresql, statements
from pbm.store.postgresql.statements import Statements
from pbm.store.sql.connection import Cursor, Parameters
from pbm.store.sqlite.migrations import MIGRATIONS
from pbm.store.sqlite.schema_version import steps

_LEAST_VERSION = 150000

COUNTED = "numbers_without_gaps"
"""The migration that only this engine needs. Its work is repeated for each new table."""

APPLIED = """CREATE TABLE pbm_migrations (
    place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
)"""


def is_begun(db: PostgresConnection) -> bool:
    """Whether pbm has made its tables in this database."""
    found = db.execute("SELECT to_regclass('pbm_migrations') IS NOT NULL").fetchone()
    return bool(found and found[0])


def begin(db: PostgresConnection) -> None:
    """Create the schema of a new database. Several processes may try at the same time.

    :raises UsageError: if PostgreSQL is too old, or the database does not hold UTF-8
    :raises StoreNewerError, StoreOlderError: as ``check`` does
    """
    if not is_begun(db):
        _check_server(db)
        with _alone(db):
            if not is_begun(db):
                _create(db)
    check(db)


def _check_server(db: PostgresConnection) -> None:
    if db.info.server_version < _LEAST_VERSION:
        raise UsageError("PostgreSQL 15 or newer is needed")
    found = db.execute("SHOW server_encoding").fetchone()
    if found != ("UTF8",):
        raise UsageError("the database must be created with ENCODING 'UTF8'")


def _create(db: PostgresConnection) -> None:
    for statement in (*statements(), APPLIED):
        db.execute(statement)
    count(db)
    _record(db, known())


def known() -> Sequence[str]:
    """The names of all migrations."""
    return [*steps(), COUNTED]


def check(db: PostgresConnection) -> None:
    """Check that the schema is that of this version.

    :raises StoreMissingError: if pbm has not made its tables
    :raises StoreNewerError: if a migration was applied that this version does not know
    :raises StoreOlderError: if a migration is pending
    """
    if not is_begun(db):
        raise StoreMissingError(f"the database {db.info.dbname} is empty")
    if pending(db):
        raise StoreOlderError(
            'the database was written by an older pbm; stop all nodes and run "pbm upgrade"'
        )


def pending(db: PostgresConnection) -> Sequence[str]:
    """The names of the migrations that were not applied yet, in order.

    :raises StoreNewerError: if a migration was applied that this version does not know
    """
    found = db.execute("SELECT name FROM pbm_migrations ORDER BY place")
    applied = [name for (name,) in found]
    unknown = [name for name in applied if name not in known()]
    if unknown:
        raise StoreNewerError(
            f"the database was written by a newer pbm (it has {unknown[-1]}); install that version"
        )
    return [name for name in known() if name not in applied]


def upgrade(db: PostgresConnection) -> Sequence[str]:
    """Upgrade the schema. Returns the names of the migrations that were applied.

    :raises StoreBusyError: if a node serves on the database
    :raises StoreNewerError: if a migration was applied that this version does not know
    :raises UpgradeError: if a migration fails; the database is unchanged
    """
    with _alone(db):
        check_unused(db)
        wanted = pending(db)
        for statement in FUNCTIONS if wanted else ():
            db.execute(statement)
        migrating = Migrating(db)
        for name in [each for each in wanted if each != COUNTED]:
            _apply(migrating, name)
        count(db)
        _record(db, wanted)
    return wanted


def check_unused(db: PostgresConnection) -> None:
    """Keep nodes from serving until the transaction ends.

    :raises StoreBusyError: if a node serves on the database
    """
    ((unused,),) = db.execute(f"SELECT pg_try_advisory_xact_lock({SERVING})")
    if not unused:
        raise StoreBusyError("pbm is running on the database; stop all nodes first")


def _apply(db: Migrating, name: str) -> None:
    try:
        MIGRATIONS[name](db)
    except (psycopg.ProgrammingError, psycopg.DataError, psycopg.IntegrityError) as error:
        raise UpgradeError(
            f"the database cannot be upgraded: {name}: {error.diag.message_primary}; nothing was"
            " changed, so go on with the pbm that wrote it, and report this"
        ) from error


def _record(db: PostgresConnection, names: Sequence[str]) -> None:
    for name in names:
        db.execute("INSERT INTO pbm_migrations (name) VALUES (%s)", [name])


class Migrating:
    """The database as migrations see it: they are written for SQLite."""

    def __init__(self, db: PostgresConnection) -> None:
        self._statements = Statements(db)

    def execute(self, sql: str, parameters: Parameters = ()) -> Cursor:
        return self._statements.execute(in_postgresql(sql), parameters)


@contextmanager
def _alone(db: PostgresConnection) -> Iterator[None]:
    """A transaction that excludes all other transactions that act."""
    db.execute(BEGIN_ALONE)
    try:
        yield
        commit(db)
    finally:
        db.end()
