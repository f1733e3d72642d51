"""Numbers without gaps: a counter for each table, which a rollback sets back.

A sequence leaves a gap at each rollback, and each rehearsal of a command ends with one: players
would see boards 1, 4 and 9, and nobody could recognise a deleted board. A counter is locked until
its transaction ends. That costs nothing for tables to which only one transaction adds at a time
anyway; tables to which several nodes add at once (``WITH_GAPS``) have sequences.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.store.postgresql.connection import PostgresConnection
from pbm.store.postgresql.statements import Statements
from pbm.store.sql.removals import KEYS, note_gaps

# ruff: noqa: S608 (the names are those of our own tables)

LATEST = "latest_numbers"
"""The table of the counters. Its columns are named as in SQLite's ``sqlite_sequence``."""

WITH_GAPS = frozenset({"letters", "outbox"})
"""The numbered tables to which several nodes add at once."""

GAPLESS = frozenset(KEYS) - WITH_GAPS
"""The tables in which a missing number is a deleted row."""

_COUNTERS = (
    f'CREATE TABLE IF NOT EXISTS {LATEST} (name TEXT COLLATE "C" PRIMARY KEY, seq BIGINT NOT NULL)',
    f"""CREATE OR REPLACE FUNCTION next_number(counted text) RETURNS bigint
        LANGUAGE sql VOLATILE STRICT
        AS $$ UPDATE {LATEST} SET seq = seq + 1 WHERE name = counted RETURNING seq $$""",
)

_SEQUENCES = """
    SELECT table_name, column_name, pg_get_serial_sequence(table_name, column_name)
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND identity_generation = 'BY DEFAULT'
"""


def count(db: PostgresConnection) -> None:
    """Let counters continue where sequences have numbered so far, as they do in a new table."""
    for statement in _COUNTERS:
        db.execute(statement)
    for table, column, sequence in db.execute(_SEQUENCES).fetchall():
        if table not in WITH_GAPS:
            _count_on(db, table, column, sequence)
        if table in GAPLESS:
            note_gaps(Statements(db), table, LATEST)


def _count_on(db: PostgresConnection, table: str, column: str, sequence: str) -> None:
    db.execute(
        f"INSERT INTO {LATEST} (name, seq)"
        f" SELECT %s, coalesce(max(last_value) FILTER (WHERE is_called), 0) FROM {sequence}",
        [table],
    )
    db.execute(f"ALTER TABLE {table} ALTER COLUMN {column} DROP IDENTITY")
    db.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT next_number('{table}')")


def latest(db: PostgresConnection) -> Mapping[str, int]:
    """The latest number of each table, even if its row was rolled back."""
    numbers = dict(db.execute(f"SELECT name, seq FROM {LATEST}"))
    for table, sequence in _sequences(db).items():
        found = db.execute(f"SELECT last_value FROM {sequence} WHERE is_called").fetchone()
        numbers[table] = found[0] if found else 0
    return numbers


def go_on_after(db: PostgresConnection, numbers: Mapping[str, int]) -> None:
    """Let the next row of each table have the number after the given one, by default number 1."""
    db.execute(f"UPDATE {LATEST} SET seq = 0")
    sequences = _sequences(db)
    for table, number in numbers.items():
        if table not in sequences:
            db.execute(f"UPDATE {LATEST} SET seq = %s WHERE name = %s", [number, table])
        elif number:
            db.execute("SELECT setval(%s, %s)", [sequences[table], number])


def _sequences(db: PostgresConnection) -> Mapping[str, str]:
    return {table: sequence for table, _, sequence in db.execute(_SEQUENCES)}
