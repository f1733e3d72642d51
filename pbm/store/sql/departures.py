"""Addresses whose owners have left."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import rows
from pbm.store.sql.times import from_text, to_text


class SqlDepartures:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def add(self, address: str, at: datetime) -> None:
        self._db.put(
            "INSERT INTO departures (address, at) VALUES (?, ?)"
            " ON CONFLICT (address) DO UPDATE SET at = excluded.at",
            [address, to_text(at)],
        )

    def list(self) -> Mapping[str, datetime]:
        found = rows(self._db, "SELECT address, at FROM departures ORDER BY address")
        return {each["address"]: from_text(each["at"]) for each in found}

    def drop(self, address: str) -> None:
        self._db.put("DELETE FROM departures WHERE address = ?", [address])
