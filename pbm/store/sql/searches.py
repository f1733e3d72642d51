"""The operator's searches for letters and mails. Most conditions use an index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pbm.mail.correspondence import Search, message_key
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Row, rows
from pbm.store.sql.times import to_text

# ruff: noqa: S608 (statements are made of constants only)

Conditions = Mapping[str, str]
"""SQL conditions by the fields of ``Search``; ``sender@`` and ``recipient@`` are for whole domains.
A condition that could not use an index of its table directly is a subquery that can."""

_DOMAIN = "substr({0}, length({0}) - length(:{1}) + 1) = :{1}"
_OF_PLAYER = "SELECT address FROM addresses WHERE player = :player"
_FROM_ADDRESS = (
    "SELECT id FROM letters WHERE lower(sender) = :sender"
    " UNION SELECT id FROM letters WHERE author = :sender AND author != ''"
)
# The expression has no affinity in SQLite, as the index on an expression has none; with the bare
# column SQLite would not use that index.
_FROM_PLAYER = (
    "SELECT id FROM addresses JOIN letters ON lower(sender) = address || '' WHERE player = :player"
    " UNION SELECT id FROM addresses JOIN letters ON author = address AND author != ''"
    " WHERE player = :player"
)
_FROM_DOMAIN = (
    f"SELECT id FROM letters WHERE {_DOMAIN.format('lower(sender)', 'sender')}"
    f" UNION SELECT id FROM letters WHERE {_DOMAIN.format('author', 'sender')} AND author != ''"
)
# The first comparison uses an index that holds only the beginnings of Message-IDs or of their keys.
# ``|| ''`` protects it: if SQLite saw that the column equals the parameter, it would put the
# parameter in place of the column in the first comparison, too, and could not use the index.
_BY_KEY = (
    "SELECT id FROM letters WHERE substr(message_key, 1, 6) = substr(:message_key, 1, 6)"
    " AND message_key || '' = :message_key AND message_key != ''"
)
_BY_ID = "substr(message_id, 2, 6) = substr(:message_id, 2, 6) AND message_id || '' = :message_id"
_TO = "EXISTS (SELECT 1 FROM json_each(recipients) WHERE {})"

LETTERS: Conditions = {
    "status": "status = :status",
    "note": "instr(note, :note) > 0",
    "since": "id IN (SELECT id FROM letters WHERE received >= :since)",
    "sender": f"id IN ({_FROM_ADDRESS})",
    "sender@": f"id IN ({_FROM_DOMAIN})",
    "recipient": _TO.format("lower(value) = :recipient"),
    "recipient@": _TO.format(_DOMAIN.format("lower(value)", "recipient")),
    "player": f"id IN ({_FROM_PLAYER}"
    " UNION SELECT letter FROM outbox WHERE player = :player AND reply = 1)",
    "board": "id IN (SELECT letter FROM events WHERE board = :board"
    " UNION SELECT letter FROM outbox WHERE board = :board)",
    "message_id": f"id IN ({_BY_KEY})",
}

MAILS: Conditions = {
    "status": "status = :status",
    "since": "id IN (SELECT id FROM outbox WHERE queued >= :since)",
    "sender": f"letter IN ({_FROM_ADDRESS})",
    "sender@": f"letter IN ({_FROM_DOMAIN})",
    "recipient": "recipient = :recipient",
    "recipient@": f"id IN (SELECT id FROM outbox WHERE {_DOMAIN.format('recipient', 'recipient')})",
    "player": f"id IN (SELECT id FROM outbox WHERE player = :player UNION"
    f" SELECT id FROM outbox WHERE recipient IN ({_OF_PLAYER}))",
    "board": "id IN (SELECT id FROM outbox WHERE board = :board)",
    "message_id": _BY_ID,
    "kind": "kind = :kind",
}


class Searches:
    """Searches in one table: letters (with ``LETTERS``) or the outbox (with ``MAILS``)."""

    def __init__(self, db: Connection, table: str, conditions: Conditions) -> None:
        self._db, self._table, self._conditions = db, table, conditions

    def newest(self, search: Search, limit: int) -> Sequence[Row]:
        return self._rows("*", search, f"ORDER BY id DESC LIMIT {limit}")

    def numbers(self, search: Search) -> Sequence[int]:
        """The ids of all matches, oldest first."""
        return [each["id"] for each in self._rows("id", search, "ORDER BY id")]

    def count(self, search: Search) -> int:
        (found,) = self._rows("count(*) AS n", search)
        return int(found["n"])

    def _rows(self, columns: str, search: Search, order: str = "") -> Sequence[Row]:
        found = f"SELECT {columns} FROM {self._table} WHERE {self._where(search)} {order}"
        return rows(self._db, found, _parameters(search))

    def _where(self, search: Search) -> str:
        return " AND ".join(self._conditions[name] for name in _wanted(search)) or "1 = 1"


def _wanted(search: Search) -> Sequence[str]:
    """The names of the conditions that a search needs."""
    given = {name: value for name, value in asdict(search).items() if value is not None}
    return [f"{name}@" if _is_domain(name, value) else name for name, value in given.items()]


def _is_domain(name: str, value: Any) -> bool:
    return name in ("sender", "recipient") and value.startswith("@")


def _parameters(search: Search) -> dict[str, Any]:
    given = asdict(search)
    bare = (search.message_id or "").strip().removeprefix("<").removesuffix(">")
    return {
        **given,
        "sender": (search.sender or "").lower(),
        "recipient": (search.recipient or "").lower(),
        "since": to_text(search.since) if search.since else None,
        "message_id": f"<{bare}>",
        "message_key": message_key(bare),
    }
