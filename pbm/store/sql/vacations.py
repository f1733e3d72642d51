"""Vacations of players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbm.core.model import Vacation
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Table, insert, rows
from pbm.store.sql.times import from_text, to_text


class SqlVacations:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "vacations")

    def add(self, player: int, start: datetime, end: datetime) -> None:
        insert(self._table, {"player": player, "start": to_text(start), "end": to_text(end)})

    def of(self, player: int) -> Sequence[Vacation]:
        found = rows(self._db, "SELECT * FROM vacations WHERE player = ? ORDER BY start", [player])
        return [Vacation(from_text(each["start"]), from_text(each["end"])) for each in found]

    def end(self, player: int, at: datetime) -> None:
        now = to_text(at)
        self._db.put("DELETE FROM vacations WHERE player = ? AND start >= ?", [player, now])
        self._db.put(
            'UPDATE vacations SET "end" = ? WHERE player = ? AND "end" > ?', [now, player, now]
        )

    def erase(self, player: int) -> None:
        self._db.put("DELETE FROM vacations WHERE player = ?", [player])
