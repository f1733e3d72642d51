"""Strangers' letters that wait for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbm.mail.correspondence import Origin, Withheld
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Row, Table, insert_unless_taken, row, rows
from pbm.store.sql.times import from_text, to_text


class SqlWithheldLetters:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "withheld")

    def add(self, withheld: Withheld) -> bool:
        origin = withheld.origin
        values = {
            "letter": withheld.letter,
            "address": origin.address,
            "domain": origin.domain,
            "network": origin.network,
            "vouched": int(origin.vouched),
            "at": to_text(withheld.at),
        }
        return insert_unless_taken(self._table, values)

    def drop(self, letter: int) -> None:
        self._db.put("DELETE FROM withheld WHERE letter = ?", [letter])

    def erase(self, address: str, until: datetime) -> None:
        self._db.put(
            "DELETE FROM withheld WHERE address = ? AND at <= ?", [address, to_text(until)]
        )

    def list(self) -> Sequence[Withheld]:
        found = rows(self._db, "SELECT * FROM withheld ORDER BY at, letter")
        return [_withheld(each) for each in found]

    def like(self, origin: Origin) -> tuple[int, int, int]:
        found = row(
            self._db,
            "SELECT count(*) AS alike, count(*) FILTER (WHERE domain = :domain) AS domains,"
            " count(*) FILTER (WHERE network = :network) AS networks"
            " FROM withheld WHERE vouched = :vouched",
            {
                "domain": origin.domain,
                "network": origin.network,
                "vouched": int(origin.vouched),
            },
        )
        return (found["alike"], found["domains"], found["networks"]) if found else (0, 0, 0)


def _withheld(found: Row) -> Withheld:
    origin = Origin(found["address"], found["network"], bool(found["vouched"]))
    return Withheld(found["letter"], origin, from_text(found["at"]))
