"""Challenges that anyone may take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pbm.base.errors import ConflictError
from pbm.core.model import Seek
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Row, Table, from_json, insert_numbered, row, rows, to_json
from pbm.store.sql.times import from_text, to_text


class SqlSeeks:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "seeks")

    def add(
        self, player: int, game: str, left: int, options: Mapping[str, str], at: datetime
    ) -> Seek:
        values = {
            "player": player,
            "game": game,
            "remaining": left,
            "options": to_json(dict(options)),
            "at": to_text(at),
        }
        return Seek(insert_numbered(self._table, values), player, game, left, dict(options), at)

    def get(self, seek: int) -> Seek | None:
        found = row(self._db, "SELECT * FROM seeks WHERE id = ?", [seek])
        return _seek(found) if found else None

    def of(self, player: int) -> list[Seek]:
        found = rows(self._db, "SELECT * FROM seeks WHERE player = ? ORDER BY id", [player])
        return [_seek(each) for each in found]

    def list(self, game: str) -> list[Seek]:
        found = rows(self._db, "SELECT * FROM seeks WHERE game = ? ORDER BY id", [game])
        return [_seek(each) for each in found]

    def take(self, seek: int) -> None:
        taken = self._db.execute(
            "UPDATE seeks SET remaining = remaining - 1 WHERE id = ? AND remaining > 0", [seek]
        )
        if taken.rowcount < 1:
            raise ConflictError(f"seek {seek} is gone")
        self._db.put("DELETE FROM seeks WHERE id = ? AND remaining < 1", [seek])

    def drop(self, seek: int) -> None:
        self._db.put("DELETE FROM seeks WHERE id = ?", [seek])


def _seek(found: Row) -> Seek:
    return Seek(
        id=found["id"],
        player=found["player"],
        game=found["game"],
        left=found["remaining"],
        options=from_json(found["options"]),
        at=from_text(found["at"]),
    )
