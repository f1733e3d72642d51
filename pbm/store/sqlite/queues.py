"""What players have decided beforehand: one plan a player and board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from pbm.store.sqlite.rows import from_json, rows, to_json


class SqliteQueues:
    def __init__(self, db: Database) -> None:
        self._db = db
        # The board asked for last in this transaction, and its plans by player, as JSON: a move
        # asks four times, and mostly there are none.
        self._latest: tuple[int, Mapping[int, str]] | None = None

    def forget(self) -> None:
        """Ask anew for every plan; to be called as ``SqlitePlayers.forget`` is."""
        self._latest = None

    def get(self, board: int, player: int) -> Mapping[str, Any] | None:
        if self._latest is None or self._latest[0] != board:
            found = rows(self._db, "SELECT player, plan FROM queues WHERE board = ?", [board])
            self._latest = board, {each["player"]: each["plan"] for each in found}
        plan = self._latest[1].get(player)
        return None if plan is None else from_json(plan)

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        self.forget()
        self._db.execute(
            "INSERT OR REPLACE INTO queues (board, player, plan) VALUES (?, ?, ?)",
            [board, player, to_json(dict(plan))],
        )

    def drop(self, board: int, player: int) -> None:
        self.forget()
        self._db.execute("DELETE FROM queues WHERE board = ? AND player = ?", [board, player])

    def clear(self, board: int) -> None:
        self.forget()
        self._db.execute("DELETE FROM queues WHERE board = ?", [board])
