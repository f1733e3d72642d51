"""Deleted rows, found by the gaps in their numbers."""

from __future__ import annotations

from pbm.store.protocol import Gaps
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import rows

# ruff: noqa: S608 (table and column names are constants)


class SqliteRemovals:
    """Deleted rows. ``AUTOINCREMENT`` never reuses a number and leaves no gaps, even after a
    rollback, so that each missing number is a deleted row.
    """

    def __init__(self, db: Connection) -> None:
        self._db = db

    def letters(self) -> Gaps:
        return self._gaps("letters", "id")

    def acts(self) -> Gaps:
        return self._gaps("acts", "id")

    def boards(self) -> Gaps:
        return self._gaps("matches", "board")

    def _gaps(self, table: str, key: str) -> Gaps:
        """The gaps, including one at the end."""
        found = rows(
            self._db,
            f"SELECT before + 1 AS first, number - 1 AS last FROM ("
            f" SELECT number, lag(number, 1, 0) OVER (ORDER BY number) AS before FROM ("
            f"  SELECT {key} AS number FROM {table}"
            f"  UNION SELECT seq + 1 FROM sqlite_sequence WHERE name = :name) AS numbers) AS pairs"
            f" WHERE number > before + 1",
            {"name": table},
        )
        return [(each["first"], each["last"]) for each in found]
