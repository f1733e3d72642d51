"""Reading and writing rows on the way of a letter.

sqlite-utils makes the schema and keeps its steps (``migrations``), and writes what is written
rarely: ratings, departures, ties that are dropped. Before each write it asks for the schema of the
table again. In CPU time (4.2) it inserts in 25 us and updates or upserts in 60 to 70, where a
statement of our own takes 2 to 4; a letter with a move inserts eight rows and updates two, so that
its way would cost a tenth of the whole move (``scripts/PROFILE.md``). So rows on that way are
written and read here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import Table

from pbm.base.errors import DamagedError
from pbm.core.model import Cause

Row = dict[str, Any]
Parameters = Sequence[Any] | dict[str, Any]

# Made once: ``json.dumps`` makes one for every text.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False)

ILLEGIBLE = (ValueError, TypeError, AttributeError, KeyError)
"""What it raises to read a row in which something stands that we never write there."""


def table(db: Database, name: str) -> Table:
    """A table of the schema.

    :raises KeyError: if there is none: an insert would quietly make a misspelt one
    """
    found = db.table(name)
    if not isinstance(found, Table) or not found.exists():
        raise KeyError(name)
    return found


# ruff: noqa: S608 (the names that are put into them are our own)


def insert(into: Table, values: Mapping[str, Any]) -> None:
    into.db.conn.execute(_insertion(into, values), [*values.values()])


def insert_numbered(into: Table, values: Mapping[str, Any], key: str = "id") -> int:
    """Insert a row and return the number it was given."""
    sql = f'{_insertion(into, values)} RETURNING "{key}"'
    ((number,),) = into.db.conn.execute(sql, [*values.values()]).fetchall()
    return int(number)


def insert_unless_taken(into: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row; False, and nothing is changed, if another one is where it belongs."""
    sql = f"{_insertion(into, values)} ON CONFLICT DO NOTHING"
    return into.db.conn.execute(sql, [*values.values()]).rowcount > 0


def _insertion(into: Table, values: Mapping[str, Any]) -> str:
    names, places = ", ".join(map('"{}"'.format, values)), ", ".join("?" * len(values))
    return f"INSERT INTO {into.name} ({names}) VALUES ({places})"


def update(at: Table, values: Mapping[str, Any], **key: Any) -> bool:
    """Change the row that the key names: ``update(table, {"status": "sent"}, id=17)``.

    False if there is none: a key of more than a number compares before it sets.
    """
    changes = ", ".join(map('"{}" = ?'.format, values))
    place = " AND ".join(map('"{}" = ?'.format, key))
    sql = f"UPDATE {at.name} SET {changes} WHERE {place}"
    return at.db.conn.execute(sql, [*values.values(), *key.values()]).rowcount > 0


def rows(db: Database, sql: str, parameters: Parameters = ()) -> list[Row]:
    """All rows at once: a generator left half read would pin the write-ahead log."""
    found = db.conn.execute(sql, parameters)
    names = [column[0] for column in found.description]
    return [dict(zip(names, values, strict=True)) for values in found]


def row(db: Database, sql: str, parameters: Parameters = ()) -> Row | None:
    return next(iter(rows(db, sql, parameters)), None)


def listed(name: str) -> str:
    """The values of a list, which is given as JSON under that name."""
    return f"(SELECT value FROM json_each(:{name}))"


def cause_of(found: Row) -> Cause:
    """What made the thing happen that a row tells of."""
    return Cause(found["letter"], found["act"], found["request"])


@contextmanager
def legible(what: str, **place: int | None) -> Iterator[None]:
    """:raises DamagedError: if the row that is read there is illegible."""
    try:
        yield
    except ILLEGIBLE as error:
        raise DamagedError(f"{what} cannot be read: {error}", **place) from error


def to_json(value: Any) -> str:
    return _ENCODER.encode(value)


def from_json(text: str) -> Any:
    return json.loads(text)
