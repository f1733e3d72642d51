"""Copies of a database as a file of the embedded engine, and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from pbm.base.durable import private_append
from pbm.store.postgresql.connection import (
    BEGIN_ALONE,
    BEGIN_READING,
    PostgresConnection,
    commit,
)
from pbm.store.postgresql.schema import tables_of
from pbm.store.postgresql.versions import check_unused
from pbm.store.sqlite.connection import SqliteConnection, connect, immediate
from pbm.store.sqlite.copies import only_reading
from pbm.store.sqlite.removals import KEYS, gaps
from pbm.store.sqlite.schema_version import apply_pending

# ruff: noqa: S608 (the names are those of our own tables)

_TOGETHER = 500


def export(db: PostgresConnection, path: Path) -> None:
    """Write one consistent state of the database to a new file of the embedded engine."""
    private_append(path).close()
    with closing(connect(path)) as file:
        apply_pending(file)
        file.execute("PRAGMA foreign_keys = OFF")
        db.execute(BEGIN_READING)
        try:
            with immediate(file):
                for table in tables_of(file):
                    _export_table(db, file, table)
                _note_gaps(file)
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
    for number in _numbered(db, table):
        file.execute("DELETE FROM sqlite_sequence WHERE name = ?", [table])
        file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, number])


def _note_gaps(file: SqliteConnection) -> None:
    """Note which numbers are missing: sequences leave gaps, so that nothing is known of deletions.

    In a file each missing number would be a deleted row.
    """
    file.execute("DELETE FROM never_given")
    for table in KEYS:
        rows = [(table, first, last) for first, last in gaps(file, table)]
        file.executemany("INSERT INTO never_given (name, first, last) VALUES (?, ?, ?)", rows)


def put_in_place(db: PostgresConnection, path: Path) -> None:
    """Replace all rows of the database with those of a file of the embedded engine."""
    with only_reading(path) as file:
        tables = tables_of(file)
        db.execute(BEGIN_ALONE)
        try:
            check_unused(db)
            db.execute(f"TRUNCATE {', '.join(tables)}")
            for table in tables:
                _import_table(db, file, table)
            commit(db)
        finally:
            db.end()


def _import_table(db: PostgresConnection, file: sqlite3.Connection, table: str) -> None:
    names, _ = columns_of(file, table)
    listed = _listed(names)
    with db.cursor() as cursor:
        described = cursor.execute(f"SELECT {listed} FROM {table} LIMIT 0").description or ()
        with cursor.copy(f"COPY {table} ({listed}) FROM STDIN") as copying:
            copying.set_types([column.type_code for column in described])
            for row in file.execute(f"SELECT {listed} FROM {table}"):
                copying.write_row(row)
    latest = file.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    sequence = _sequence(db, table)
    if latest and latest[0] and sequence:
        db.execute("SELECT setval(%s, %s)", [sequence, latest[0]])


def _numbered(db: PostgresConnection, table: str) -> Sequence[int]:
    """The number of the latest row, even of one that was rolled back; none without numbers."""
    sequence = _sequence(db, table)
    if sequence is None:
        return ()
    found = db.execute(f"SELECT last_value FROM {sequence} WHERE is_called").fetchall()
    return [number for (number,) in found]


def _sequence(db: PostgresConnection, table: str) -> str | None:
    found = db.execute(
        "SELECT pg_get_serial_sequence(%s, column_name) FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = %s AND is_identity = 'YES'",
        [table, table],
    ).fetchone()
    return found[0] if found else None


def columns_of(file: sqlite3.Connection, table: str) -> tuple[Sequence[str], Sequence[str]]:
    """The columns of a table, and those of its primary key."""
    found = file.execute("SELECT name, pk FROM pragma_table_info(?)", [table]).fetchall()
    keys = sorted((pk, name) for name, pk in found if pk)
    return [name for name, _ in found], [name for _, name in keys]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map('"{}"'.format, names))
