"""Addresses whose owner has left, and every trace of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from sqlite_utils import Database

from pbm.store.sqlite.connection import to_text
from pbm.store.sqlite.rows import row, rows, table

GONE = "(gone)"

# Mails come after letters: until then they tell which letters they answered. One that has rested
# counts as queued later than it was, but its player is known.
_TRACES = (
    """UPDATE letters SET raw = x'', sender = '', peer = '', token = '',
        passwords = '{}', author = '',
        message_key = '',
        note = iif(status = 'failed', '', note), status = iif(status = 'failed', 'ignored', status)
        WHERE received <= :at AND (lower(sender) = :address OR author = :address OR id IN
            (SELECT letter FROM outbox WHERE recipient = :address AND reply = 1))""",
    """UPDATE outbox SET raw = x'', recipient = '', error = '', accepted = '',
        status = iif(status = 'dead', 'dropped', status)
        WHERE recipient = :address AND (queued <= :at OR player IS NOT NULL
            AND player NOT IN (SELECT player FROM addresses WHERE address = :address))""",
    "DELETE FROM tokens WHERE json_extract(data, '$.address') = :address AND created <= :at",
    "DELETE FROM withheld WHERE address = :address AND at <= :at",
    "DELETE FROM marks WHERE whose = :address AND at <= :at",
)


class SqliteDepartures:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._table = table(db, "departures")

    def add(self, address: str, at: datetime) -> None:
        self._table.upsert({"address": address, "at": to_text(at)}, pk="address")

    def due(self) -> Sequence[str]:
        found = rows(
            self._db,
            "SELECT address FROM departures WHERE address NOT IN"
            " (SELECT recipient FROM outbox WHERE status IN ('queued', 'resting', 'held'))"
            " AND address NOT IN"
            " (SELECT lower(sender) FROM letters WHERE status = 'waiting')",
        )
        return [each["address"] for each in found]

    def erase(self, address: str) -> None:
        left = row(self._db, "SELECT * FROM departures WHERE address = ?", [address])
        if left is None:
            return
        for statement in _TRACES:
            self._db.execute(statement, left)
        self._erase_acts(address)
        self._db.execute("DELETE FROM departures WHERE address = ?", [address])

    def _erase_acts(self, address: str) -> None:
        """What an operator typed stays, without the address."""
        naming = "SELECT id, command, why FROM acts WHERE instr(lower(command || why), ?)"
        for act in rows(self._db, naming, [address]):
            clean = {name: _without(act[name], address) for name in ("command", "why")}
            table(self._db, "acts").update(act["id"], clean)


def _without(text: str, address: str) -> str:
    return re.sub(re.escape(address), GONE, text, flags=re.IGNORECASE)
