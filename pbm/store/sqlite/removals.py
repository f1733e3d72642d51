"""Deleted rows, found by the gaps in their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pbm.store.protocol import Gaps
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import rows

# ruff: noqa: S608 (table and column names are constants)

KEYS = {"letters": "id", "acts": "id", "matches": "board"}
"""The tables whose deleted rows are told, and their numbers."""


class SqliteRemovals:
    """Deleted rows. ``AUTOINCREMENT`` never reuses a number and leaves no gaps, even after a
    rollback, so that each missing number is a deleted row. Copies of other engines' databases list
    the numbers that were never given.
    """

    def __init__(self, db: Connection) -> None:
        self._db = db

    def letters(self) -> Gaps:
        return self._gaps("letters")

    def acts(self) -> Gaps:
        return self._gaps("acts")

    def boards(self) -> Gaps:
        return self._gaps("matches")

    def _gaps(self, table: str) -> Gaps:
        known = rows(self._db, "SELECT * FROM never_given WHERE name = ? ORDER BY first", [table])
        spans = [(each["first"], each["last"]) for each in known]
        return [left for gap in gaps(self._db, table) for left in _without(gap, spans)]


def gaps(db: Connection, table: str) -> Gaps:
    """The gaps in the numbers of a table, including one at the end."""
    found = rows(
        db,
        f"SELECT before + 1 AS first, number - 1 AS last FROM ("
        f" SELECT number, lag(number, 1, 0) OVER (ORDER BY number) AS before FROM ("
        f"  SELECT {KEYS[table]} AS number FROM {table}"
        f"  UNION SELECT seq + 1 FROM sqlite_sequence WHERE name = :name) AS numbers) AS pairs"
        f" WHERE number > before + 1",
        {"name": table},
    )
    return [(each["first"], each["last"]) for each in found]


def _without(gap: tuple[int, int], spans: Gaps) -> Iterator[tuple[int, int]]:
    """The parts of a gap outside of these spans, which are in order."""
    first, last = gap
    for begin, end in spans:
        if begin > last or end < first:
            continue
        if first < begin:
            yield first, begin - 1
        first = end + 1
    if first <= last:
        yield first, last
