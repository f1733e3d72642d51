"""Rows that are gone, by the numbers that are left out."""

from __future__ import annotations

from sqlite_utils import Database

from pbm.store.protocol import Gaps
from pbm.store.sqlite.rows import rows

# ruff: noqa: S608 (the names that are put into it are our own)


class SqliteRemovals:
    """``AUTOINCREMENT`` gives no number twice and leaves none out, not even where a transaction was
    rolled back: what is not there was deleted.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    def letters(self) -> Gaps:
        return self._gaps("letters", "id")

    def acts(self) -> Gaps:
        return self._gaps("acts", "id")

    def boards(self) -> Gaps:
        return self._gaps("matches", "board")

    def _gaps(self, table: str, key: str) -> Gaps:
        """Those at the end included."""
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
