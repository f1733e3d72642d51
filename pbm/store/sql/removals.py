"""Deleted rows, found by the gaps in their numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbm.store.bookkeeping_protocol import Gaps
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import rows

# ruff: noqa: S608 (table and column names are constants)

KEYS = {"letters": "id", "acts": "id", "matches": "board"}
"""The tables whose deleted rows are reported, with the column of their numbers."""


class SqlRemovals:
    """Deleted rows. No number is used twice, and a rollback skips none, so each missing number is
    that of a deleted row, unless ``never_given`` lists it as skipped by another engine.

    latest: the table with the latest number of each table. gapless: the tables for which this
    holds; deletions from other tables are not reported.
    """

    def __init__(self, db: Connection, latest: str, gapless: Collection[str]) -> None:
        self._db, self._latest, self._gapless = db, latest, gapless

    def letters(self) -> Gaps:
        return self._gaps("letters")

    def acts(self) -> Gaps:
        return self._gaps("acts")

    def boards(self) -> Gaps:
        return self._gaps("matches")

    def _gaps(self, table: str) -> Gaps:
        if table not in self._gapless:
            return ()
        known = rows(self._db, "SELECT * FROM never_given WHERE name = ? ORDER BY first", [table])
        spans = [(each["first"], each["last"]) for each in known]
        found = gaps(self._db, table, self._latest)
        return [left for gap in found for left in _without(gap, spans)]


def gaps(db: Connection, table: str, latest: str) -> Gaps:
    """The gaps in the numbers of a table, including one at the end."""
    found = rows(
        db,
        f"SELECT before + 1 AS first, number - 1 AS last FROM ("
        f" SELECT number, lag(number, 1, 0) OVER (ORDER BY number) AS before FROM ("
        f"  SELECT {KEYS[table]} AS number FROM {table}"
        f"  UNION SELECT seq + 1 FROM {latest} WHERE name = :name) AS numbers) AS pairs"
        f" WHERE number > before + 1",
        {"name": table},
    )
    return [(each["first"], each["last"]) for each in found]


def note_gaps(db: Connection, table: str, latest: str) -> None:
    """Note which numbers are missing from a table whose numbers may have had gaps until now."""
    db.execute("DELETE FROM never_given WHERE name = ?", [table])
    for first, last in gaps(db, table, latest):
        noted = [table, first, last]
        db.execute("INSERT INTO never_given (name, first, last) VALUES (?, ?, ?)", noted)


def _without(gap: tuple[int, int], spans: Gaps) -> Iterator[tuple[int, int]]:
    """The parts of a gap outside of ``spans``, which are in order."""
    first, last = gap
    for begin, end in spans:
        if begin > last or end < first:
            continue
        if first < begin:
            yield first, begin - 1
        first = end + 1
    if first <= last:
        yield first, last
