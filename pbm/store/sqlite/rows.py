"""Helpers to read and write rows in the hot path, the handling of a letter.

sqlite-utils runs the migrations, and writes rows that are rarely written: ratings, departures, and
deletions of choices. It queries the schema of the table before each write. Measured CPU time
(version 4.2): 25 us per insert and 60 to 70 us per update or upsert, where a plain statement takes
2 to 4 us. A letter with a move inserts eight rows and updates two, so that sqlite-utils would take
a tenth of the time of a move (``scripts/PROFILE.md``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import Table

from pbm.base.errors import DamagedError
from pbm.core.model import Cause

Row = dict[str, Any]
Parameters = Sequence[Any] | dict[str, Any]

# Shared, because ``json.dumps`` with options creates an encoder on each call.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False)

PARSE_ERRORS = (ValueError, TypeError, AttributeError, KeyError)
"""The exceptions of parsing a row that holds values we never write."""


def table(db: Database, name: str) -> Table:
    """A table of the schema.

    :raises KeyError: if it does not exist; sqlite-utils would create it on the first insert
    """
    found = db.table(name)
    if not isinstance(found, Table) or not found.exists():
        raise KeyError(name)
    return found


# ruff: noqa: S608 (table and column names are constants)


def insert(into: Table, values: Mapping[str, Any]) -> None:
    into.db.conn.execute(_insertion(into, values), [*values.values()])


def insert_numbered(into: Table, values: Mapping[str, Any]) -> int:
    """Insert a row and return its number, which SQLite assigns.

    Not RETURNING: for it SQLite copies each page of the table and its indexes before it changes
    it. Measured: 27 us per mail instead of 13.
    """
    number = into.db.conn.execute(_insertion(into, values), [*values.values()]).lastrowid
    assert number is not None, "SQLite numbers the rows of this table"
    return number


def insert_unless_taken(into: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row. Returns False, and changes nothing, if it conflicts with another one."""
    sql = f"{_insertion(into, values)} ON CONFLICT DO NOTHING"
    return into.db.conn.execute(sql, [*values.values()]).rowcount > 0


def _insertion(into: Table, values: Mapping[str, Any]) -> str:
    return _insert_sql(into.name, tuple(values))


# A letter with a move writes ten rows. To compose their statements would take 1% of its time.
@cache
def _insert_sql(table: str, columns: tuple[str, ...]) -> str:
    names, places = ", ".join(map('"{}"'.format, columns)), ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({names}) VALUES ({places})"


def update(at: Table, values: Mapping[str, Any], **key: Any) -> bool:
    """Update the row with this key: ``update(table, {"status": "sent"}, id=17)``.

    Returns False if there is none. With further columns in the key, this is a compare-and-set.
    """
    sql = _update_sql(at.name, tuple(values), tuple(key))
    return at.db.conn.execute(sql, [*values.values(), *key.values()]).rowcount > 0


@cache
def _update_sql(table: str, columns: tuple[str, ...], key: tuple[str, ...]) -> str:
    changes = ", ".join(map('"{}" = ?'.format, columns))
    place = " AND ".join(map('"{}" = ?'.format, key))
    return f"UPDATE {table} SET {changes} WHERE {place}"


def rows(db: Database, sql: str, parameters: Parameters = ()) -> list[Row]:
    """All rows as a list: a cursor that is not exhausted would keep the WAL from being reset."""
    found = db.conn.execute(sql, parameters)
    names = [column[0] for column in found.description]
    return [dict(zip(names, values, strict=True)) for values in found]


def row(db: Database, sql: str, parameters: Parameters = ()) -> Row | None:
    return next(iter(rows(db, sql, parameters)), None)


def listed(name: str) -> str:
    """SQL for the values of a list, which is passed as JSON in the parameter of this name."""
    return f"(SELECT value FROM json_each(:{name}))"


def cause_of(found: Row) -> Cause:
    """The cause that a row refers to."""
    return Cause(found["letter"], found["act"], found["request"])


@contextmanager
def parsing(what: str, **place: int | None) -> Iterator[None]:
    """:raises DamagedError: if the block fails to parse the values of a row"""
    try:
        yield
    except PARSE_ERRORS as error:
        raise DamagedError(f"{what} cannot be read: {error}", **place) from error


def to_json(value: Any) -> str:
    return _ENCODER.encode(value)


def from_json(text: str) -> Any:
    return json.loads(text)
