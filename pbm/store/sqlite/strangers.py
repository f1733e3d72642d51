"""Strangers' letters that wait for their answer, and how much of them was kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlite_utils import Database

from pbm.mail.correspondence import Origin, Withheld
from pbm.store.sqlite.connection import from_text, to_text
from pbm.store.sqlite.rows import Row, row, rows


class SqliteWithheldLetters:
    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, withheld: Withheld) -> bool:
        origin = withheld.origin
        added = self._db.execute(
            "INSERT OR IGNORE INTO withheld (letter, address, domain, network, vouched, at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                withheld.letter,
                origin.address,
                origin.domain,
                origin.network,
                int(origin.vouched),
                to_text(withheld.at),
            ],
        )
        return added.rowcount > 0

    def drop(self, letter: int) -> None:
        self._db.execute("DELETE FROM withheld WHERE letter = ?", [letter])

    def list(self) -> Sequence[Withheld]:
        found = rows(self._db, "SELECT * FROM withheld ORDER BY at, letter")
        return [_withheld(each) for each in found]

    def like(self, origin: Origin) -> tuple[int, int, int]:
        found = row(
            self._db,
            "SELECT count(*) AS alike, coalesce(sum(domain = :domain), 0) AS domains,"
            " coalesce(sum(network = :network), 0) AS networks"
            " FROM withheld WHERE vouched = :vouched",
            {
                "domain": origin.domain,
                "network": origin.network,
                "vouched": int(origin.vouched),
            },
        )
        return (found["alike"], found["domains"], found["networks"]) if found else (0, 0, 0)


class SqliteQuotas:
    def __init__(self, db: Database) -> None:
        self._db = db

    def take(self, name: str, day: date, size: int, most: int) -> bool:
        kept = row(
            self._db,
            "SELECT bytes FROM quotas WHERE name = ? AND day = ?",
            [name, day.isoformat()],
        )
        total = size + (kept["bytes"] if kept else 0)
        if total > most:
            return False
        self._db.execute(
            "INSERT OR REPLACE INTO quotas (name, day, bytes) VALUES (?, ?, ?)",
            [name, day.isoformat(), total],
        )
        return True

    def forget(self, before: date) -> None:
        self._db.execute("DELETE FROM quotas WHERE day < ?", [before.isoformat()])


def _withheld(found: Row) -> Withheld:
    origin = Origin(found["address"], found["network"], bool(found["vouched"]))
    return Withheld(found["letter"], origin, from_text(found["at"]))
