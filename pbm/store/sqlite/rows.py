"""Asking and telling the database in the few ways that the rooms beside need."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlite_utils import Database
from sqlite_utils.db import Table

Row = dict[str, Any]
Parameters = Sequence[Any] | dict[str, Any]


def table(db: Database, name: str) -> Table:
    """A table of the schema.

    :raises KeyError: if there is none: an insert would quietly make a misspelt one
    """
    found = db.table(name)
    if not isinstance(found, Table) or not found.exists():
        raise KeyError(name)
    return found


def insert(into: Table, values: Mapping[str, Any]) -> int:
    """Insert a row and return the number it was given."""
    return int(cast(int, into.insert(dict(values)).last_pk))


def rows(db: Database, sql: str, parameters: Parameters = ()) -> list[Row]:
    """All rows at once: a generator left half read would pin the write-ahead log."""
    return list(db.query(sql, parameters))


def row(db: Database, sql: str, parameters: Parameters = ()) -> Row | None:
    return next(iter(rows(db, sql, parameters)), None)


def to_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def from_json(text: str) -> Any:
    return json.loads(text)
