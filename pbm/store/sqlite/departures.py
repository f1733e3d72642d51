"""Addresses whose owners have left."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlite_utils import Database

from pbm.store.sqlite.connection import from_text, to_text
from pbm.store.sqlite.rows import rows, table


class SqliteDepartures:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._table = table(db, "departures")

    def add(self, address: str, at: datetime) -> None:
        self._table.upsert({"address": address, "at": to_text(at)}, pk="address")

    def list(self) -> Mapping[str, datetime]:
        found = rows(self._db, "SELECT address, at FROM departures ORDER BY address")
        return {each["address"]: from_text(each["at"]) for each in found}

    def drop(self, address: str) -> None:
        self._db.execute("DELETE FROM departures WHERE address = ?", [address])
