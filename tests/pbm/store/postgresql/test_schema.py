"""PostgreSQL gets the same schema as SQLite, whether it is made at once or step by step."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from sqlite_utils import Database

from pbm.base.errors import StoreNewerError, StoreOlderError
from pbm.store.postgresql import versions
from pbm.store.postgresql.connection import PostgresConnection, connect
from pbm.store.postgresql.numbers import GAPLESS, LATEST
from pbm.store.postgresql.schema import statements_like
from pbm.store.postgresql.statements import Statements
from pbm.store.sql.removals import SqlRemovals
from pbm.store.sqlite.schema_version import migrations, steps
from tests.pbm.store.postgresql.server import emptied

FIRST = "m0029_open_games"
"""The last migration before this engine existed: none of its databases is older."""

OWN = ("pbm_migrations.", f"{LATEST}.")
"""The tables that only this engine has."""

PORTABLE = """the migrations after {first} must run on PostgreSQL too. They are translated by
pbm/store/postgresql/schema.py, which knows only the words that earlier ones used."""

COLUMNS = """
    SELECT table_name || '.' || column_name, data_type, is_nullable, column_default, collation_name
    FROM information_schema.columns WHERE table_schema = current_schema()
"""
INDEXES = """
    SELECT indexname, replace(indexdef, current_schema(), 'SCHEMA') FROM pg_indexes
    WHERE schemaname = current_schema()
"""
ACT = "INSERT INTO acts ({}at, command, why, facts) VALUES"
CONSTRAINTS = """
    SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace
"""


@pytest.fixture
def new() -> Iterator[PostgresConnection]:
    """A database in which pbm has just made its tables."""
    with closing(connected("schema_new")) as db:
        versions.begin(db)
        yield db


def connected(schema: str) -> PostgresConnection:
    """A connection to an empty schema."""
    return connect(emptied(schema))


def catalogue(db: PostgresConnection) -> list[set[tuple[Any, ...]]]:
    return [set(db.execute(asked)) for asked in (COLUMNS, INDEXES, CONSTRAINTS)]


def test_a_database_has_every_table_of_sqlite(new: PostgresConnection) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        migrations().apply(Database(db))
        columns = set(
            db.execute(
                "SELECT m.name || '.' || c.name FROM sqlite_master AS m"
                " JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
                " AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '!_%' ESCAPE '!'"
            )
        )
    found = {(name,) for name, *_ in catalogue(new)[0]}
    assert columns == {row for row in found if not row[0].startswith(OWN)}


def test_an_upgraded_database_has_the_schema_of_a_new_one(new: PostgresConnection) -> None:
    with closing(connected("schema_old")) as old:
        make_first(old)
        with pytest.raises(StoreOlderError):
            versions.check(old)
        later = [*versions.known()[steps().index(FIRST) + 1 :]]
        assert [*versions.upgrade(old)] == later, PORTABLE.format(first=FIRST)
        assert catalogue(old) == catalogue(new), PORTABLE.format(first=FIRST)
        assert [*versions.upgrade(old)] == []


def make_first(db: PostgresConnection) -> None:
    """Make the tables as they were in the first version on PostgreSQL."""
    later = [*steps()[steps().index(FIRST) + 1 :]]
    with closing(sqlite3.connect(":memory:")) as made:
        migrations().apply(Database(made), stop_before=later or None)
        for statement in (*statements_like(made), versions.APPLIED):
            db.execute(statement)
    for name in steps()[: steps().index(FIRST) + 1]:
        db.execute("INSERT INTO pbm_migrations (name) VALUES (%s)", [name])


def test_numbers_that_had_gaps_are_counted_on(new: PostgresConnection) -> None:
    with closing(connected("schema_gaps")) as old:
        make_first(old)
        for act in (1, 4):
            old.execute(f"{ACT.format('id, ')} (%s, '', '', '', '')", [act])
        old.execute("SELECT setval(pg_get_serial_sequence('acts', 'id'), 6)")
        versions.upgrade(old)
        removals = SqlRemovals(Statements(old), LATEST, GAPLESS)
        assert removals.acts() == []
        old.execute(f"{ACT.format('')} ('', '', '', '')")
        old.execute("DELETE FROM acts WHERE id = 4")
        assert removals.acts() == [(4, 4)]
        assert old.execute("SELECT id FROM acts ORDER BY id").fetchall() == [(1,), (7,)]


def test_a_database_of_a_newer_version_is_refused(new: PostgresConnection) -> None:
    new.execute("INSERT INTO pbm_migrations (name) VALUES ('m9999_later')")
    for refused in (versions.begin, versions.check, versions.upgrade):
        with pytest.raises(StoreNewerError, match="m9999_later"):
            refused(new)
