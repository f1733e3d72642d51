"""What players have decided beforehand: one plan a player and board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from pbm.store.sqlite.rows import from_json, row, to_json


class SqliteQueues:
    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, board: int, player: int) -> Mapping[str, Any] | None:
        found = row(
            self._db, "SELECT plan FROM queues WHERE board = ? AND player = ?", [board, player]
        )
        return None if found is None else from_json(found["plan"])

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO queues (board, player, plan) VALUES (?, ?, ?)",
            [board, player, to_json(dict(plan))],
        )

    def drop(self, board: int, player: int) -> None:
        self._db.execute("DELETE FROM queues WHERE board = ? AND player = ?", [board, player])

    def clear(self, board: int) -> None:
        self._db.execute("DELETE FROM queues WHERE board = ?", [board])
