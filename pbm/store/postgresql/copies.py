"""Copies of a database to an SQLite file, and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from pbm.base.durable import private_append
from pbm.store.postgresql.connection import BEGIN_ALONE, BEGIN_READING, PostgresConnection, commit
from pbm.store.postgresql.numbers import WITH_GAPS, go_on_after, latest
from pbm.store.postgresql.schema import tables_of
from pbm.store.postgresql.versions import check_unused
from pbm.store.sql.removals import KEYS, note_gaps
from pbm.store.sqlite.connection import LATEST, SqliteConnection, connect, immediate
from pbm.store.sqlite.copies import only_reading
from pbm.store.sqlite.schema_version import apply_pending

# ruff: noqa: S608 (the names are those of our own tables)

_TOGETHER = 500


def export(db: PostgresConnection, path: Path) -> None:
    """Write one consistent state of the database to a new SQLite file."""
    private_append(path).close()
    with closing(connect(path)) as file:
        apply_pending(file)
        file.execute("PRAGMA foreign_keys = OFF")
        db.execute(BEGIN_READING)
        try:
            with immediate(file):
                for table in tables_of(file):
                    _export_table(db, file, table)
                _export_numbers(db, file)
        finally:
            db.end()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _export_table(db: PostgresConnection, file: sqlite3.Connection, table: str) -> None:
    names, _ = columns_of(file, table)
    listed, places = _listed(names), ", ".join("?" * len(names))
    with db.cursor(name="exported") as found:
        found.itersize = _TOGETHER
        found.execute(f"SELECT {listed} FROM {table}")
        file.executemany(f"INSERT INTO {table} ({listed}) VALUES ({places})", found)


def _export_numbers(db: PostgresConnection, file: SqliteConnection) -> None:
    file.execute(f"DELETE FROM {LATEST}")
    numbers = [(table, number) for table, number in latest(db).items() if number]
    file.executemany(f"INSERT INTO {LATEST} (name, seq) VALUES (?, ?)", numbers)
    # In a file, each missing number would count as a deleted row.
    for table in WITH_GAPS & KEYS.keys():
        note_gaps(file, table, LATEST)


def put_in_place(db: PostgresConnection, path: Path) -> None:
    """Replace all rows of the database with those of an SQLite file."""
    with only_reading(path) as file:
        db.execute(BEGIN_ALONE)
        try:
            check_unused(db)
            db.execute(f"TRUNCATE {', '.join(tables_of(file))}")
            fill(db, file)
            commit(db)
        finally:
            db.end()


def fill(db: PostgresConnection, file: sqlite3.Connection) -> None:
    """Copy all rows of a file to empty tables."""
    for table in tables_of(file):
        if file.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            _import_table(db, file, table)
    go_on_after(db, dict(file.execute(f"SELECT name, seq FROM {LATEST}")))


def _import_table(db: PostgresConnection, file: sqlite3.Connection, table: str) -> None:
    names, _ = columns_of(file, table)
    listed = _listed(names)
    with db.cursor() as cursor:
        described = cursor.execute(f"SELECT {listed} FROM {table} LIMIT 0").description or ()
        with cursor.copy(f"COPY {table} ({listed}) FROM STDIN") as copying:
            copying.set_types([column.type_code for column in described])
            for row in file.execute(f"SELECT {listed} FROM {table}"):
                copying.write_row(row)


def columns_of(file: sqlite3.Connection, table: str) -> tuple[Sequence[str], Sequence[str]]:
    """The columns of a table, and those of its primary key."""
    found = file.execute("SELECT name, pk FROM pragma_table_info(?)", [table]).fetchall()
    keys = sorted((pk, name) for name, pk in found if pk)
    return [name for name, _ in found], [name for _, name in keys]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map('"{}"'.format, names))
