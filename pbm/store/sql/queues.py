"""Plans: moves that players have decided beforehand, one plan per player and board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.store.play_protocol import Plans
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import from_json, rows, to_json

OF_BOARD = "SELECT player, plan FROM queues WHERE board = ?"


class SqlQueues:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def of(self, board: int) -> Plans:
        found = rows(self._db, OF_BOARD, [board])
        return {each["player"]: from_json(each["plan"]) for each in found}

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        self._db.put(
            "INSERT INTO queues (board, player, plan) VALUES (?, ?, ?)"
            " ON CONFLICT (board, player) DO UPDATE SET plan = excluded.plan",
            [board, player, to_json(dict(plan))],
        )

    def drop(self, board: int, player: int) -> None:
        self._db.put("DELETE FROM queues WHERE board = ? AND player = ?", [board, player])

    def clear(self, board: int) -> None:
        self._db.put("DELETE FROM queues WHERE board = ?", [board])
