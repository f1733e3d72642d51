"""Choices of players: whom they block and which boards they watch."""

from __future__ import annotations

from datetime import datetime

from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Table, insert_unless_taken, row, rows
from pbm.store.sql.times import to_text

# ruff: noqa: S608 (table and column names are constants)


def selection(table: str, wanted: str, given: str) -> str:
    """SQL for one column of the pairs whose other column has a value."""
    return f"SELECT {wanted} AS id FROM {table} WHERE {given} = ? ORDER BY at, {wanted}"


class SqlChoices:
    """One table of pairs; its columns are ``player``, ``other`` and ``at``."""

    def __init__(self, db: Connection, name: str) -> None:
        self._db, self._name = db, name
        self._table = Table(db, name)

    def add(self, player: int, other: int, at: datetime) -> None:
        values = {"player": player, "other": other, "at": to_text(at)}
        insert_unless_taken(self._table, values)

    def drop(self, player: int, other: int) -> None:
        self._db.put(f"DELETE FROM {self._name} WHERE player = ? AND other = ?", [player, other])

    def holds(self, player: int, other: int) -> bool:
        asked = f"SELECT 1 FROM {self._name} WHERE player = ? AND other = ?"
        return row(self._db, asked, [player, other]) is not None

    def of(self, player: int) -> list[int]:
        return self._column("other", "player", player)

    def to(self, other: int) -> list[int]:
        return self._column("player", "other", other)

    def _column(self, wanted: str, given: str, value: int) -> list[int]:
        found = rows(self._db, selection(self._name, wanted, given), [value])
        return [each["id"] for each in found]
