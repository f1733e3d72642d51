"""Choices of players: whom they block and which boards they watch."""

from __future__ import annotations

from datetime import datetime

from sqlite_utils import Database

from pbm.store.sqlite.connection import to_text
from pbm.store.sqlite.rows import insert_unless_taken, row, rows, table

# ruff: noqa: S608 (table and column names are constants)


class SqliteChoices:
    """One table of pairs; its columns are ``player``, ``other`` and ``at``."""

    def __init__(self, db: Database, name: str) -> None:
        self._db, self._name = db, name
        self._table = table(db, name)

    def add(self, player: int, other: int, at: datetime) -> None:
        # Not insert(ignore=True) of sqlite-utils, which fails on a table without rowids.
        values = {"player": player, "other": other, "at": to_text(at)}
        insert_unless_taken(self._table, values)

    def drop(self, player: int, other: int) -> None:
        self._table.delete_where("player = ? AND other = ?", [player, other])

    def holds(self, player: int, other: int) -> bool:
        asked = f"SELECT 1 FROM {self._name} WHERE player = ? AND other = ?"
        return row(self._db, asked, [player, other]) is not None

    def of(self, player: int) -> list[int]:
        return self._column("other", "player", player)

    def to(self, other: int) -> list[int]:
        return self._column("player", "other", other)

    def _column(self, wanted: str, given: str, value: int) -> list[int]:
        found = rows(
            self._db,
            f"SELECT {wanted} AS id FROM {self._name} WHERE {given} = ? ORDER BY at, {wanted}",
            [value],
        )
        return [each["id"] for each in found]
