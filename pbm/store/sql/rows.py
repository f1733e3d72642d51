"""Helpers to read and write rows.

The helpers compose each statement once. sqlite-utils, which runs the migrations of the SQLite
engine, queries the schema of a table before each write. Measured CPU time (version 4.2): 25 us per
insert and 60 to 70 us per update or upsert, where a plain statement takes 2 to 4 us. A letter with
a move inserts eight rows and updates two (``scripts/PROFILE.md``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pbm.base.errors import DamagedError
from pbm.core.model import Cause
from pbm.store.sql.connection import Connection, Parameters

Row = dict[str, Any]

# Shared, because ``json.dumps`` with options creates an encoder on each call.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False)
_DECODER = json.JSONDecoder()

PARSE_ERRORS = (ValueError, TypeError, AttributeError, KeyError)
"""The exceptions of parsing a row that holds values we never write."""


class Table(NamedTuple):
    """A table of the schema. key: the column of the numbers that the database assigns."""

    db: Connection
    name: str
    key: str = "id"


# ruff: noqa: S608 (table and column names are constants)


def insert(into: Table, values: Mapping[str, Any]) -> None:
    into.db.put(_insertion(into, values), [*values.values()])


def insert_numbered(into: Table, values: Mapping[str, Any]) -> int:
    """Insert a row and return its number, which the database assigns."""
    return into.db.insert_numbered(_insertion(into, values), [*values.values()], into.key)


def insert_all_numbered(into: Table, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    """Insert rows with the same columns, and return their numbers."""
    if not rows:
        return ()
    values = [[*each.values()] for each in rows]
    return into.db.insert_all_numbered(_insertion(into, rows[0]), values, into.key)


def insert_unless_taken(into: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row. Returns False, and changes nothing, if it conflicts with another one."""
    sql = f"{_insertion(into, values)} ON CONFLICT DO NOTHING"
    return into.db.execute(sql, [*values.values()]).rowcount > 0


def _insertion(into: Table, values: Mapping[str, Any]) -> str:
    return _insert_sql(into.name, tuple(values))


# Cached: a letter with a move writes ten rows, and composing statements would take 1% of its time.
@cache
def _insert_sql(table: str, columns: tuple[str, ...]) -> str:
    names, places = ", ".join(map('"{}"'.format, columns)), ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({names}) VALUES ({places})"


def update(at: Table, values: Mapping[str, Any], **key: Any) -> bool:
    """Update the row with this key: ``update(table, {"status": "sent"}, id=17)``.

    Returns False if there is no such row. With further columns in the key, it compares and sets.
    """
    sql = _update_sql(at.name, tuple(values), tuple(key))
    return at.db.execute(sql, [*values.values(), *key.values()]).rowcount > 0


def change(at: Table, values: Mapping[str, Any], refusal: Exception, **key: Any) -> None:
    """Update the row with this key, which must exist. An engine may delay the statement.

    :raises Exception: ``refusal``, if there is no such row
    """
    sql = _update_sql(at.name, tuple(values), tuple(key))
    at.db.change(sql, [*values.values(), *key.values()], refusal)


@cache
def _update_sql(table: str, columns: tuple[str, ...], key: tuple[str, ...]) -> str:
    changes = ", ".join(map('"{}" = ?'.format, columns))
    place = " AND ".join(map('"{}" = ?'.format, key))
    return f"UPDATE {table} SET {changes} WHERE {place}"


def rows(db: Connection, sql: str, parameters: Parameters = ()) -> list[Row]:
    """All rows as a list: a cursor that is not exhausted would keep the WAL from being reset."""
    found = db.execute(sql, parameters)
    all_values = [*found]
    names = [column[0] for column in found.description] if all_values else ()
    return [dict(zip(names, values, strict=True)) for values in all_values]


def row(db: Connection, sql: str, parameters: Parameters = ()) -> Row | None:
    return next(iter(rows(db, sql, parameters)), None)


def listed(name: str) -> str:
    """SQL for the texts of a list, which is passed as JSON in the parameter of this name."""
    return f"(SELECT value FROM json_each(:{name}))"


def numbers(name: str) -> str:
    """SQL for the numbers of a list, which is passed as JSON in the parameter of this name."""
    return f"(SELECT CAST(value AS BIGINT) FROM json_each(:{name}))"


def cause_of(found: Row) -> Cause:
    """The cause that a row refers to."""
    return Cause(found["letter"], found["act"], found["request"])


class parsing:  # noqa: N801 (used like a function)
    """A block that parses the values of a row.

    A class, since a generator takes five calls more for each row.

    :raises DamagedError: if the block fails
    """

    def __init__(self, what: str, **place: int | None) -> None:
        self._what, self._place = what, place

    def __enter__(self) -> None:
        """Nothing is done before the block."""

    def __exit__(self, _: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, PARSE_ERRORS):
            raise DamagedError(f"{self._what} cannot be read: {error}", **self._place) from error


def to_json(value: Any) -> str:
    # An empty object is the data of most tokens. Encoding it takes 17,000 instructions.
    return "{}" if value == {} else _ENCODER.encode(value)


def from_json(text: str) -> Any:
    # As in ``to_json``.
    return {} if text == "{}" else _DECODER.decode(text)
