"""The nodes that serve on this store, and which of them delivers a mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from pbm.core.bookkeeping import Node
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import from_json, row, rows, to_json
from pbm.store.sql.times import from_text, to_text


class SqlNodes:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def put(self, node: Node) -> None:
        self._db.put(
            "INSERT INTO nodes (name, seen, version, key, settings) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, version = excluded.version,"
            " key = excluded.key, settings = excluded.settings",
            [node.name, to_text(node.seen), node.version, node.key, to_json(dict(node.settings))],
        )

    def list(self) -> Sequence[Node]:
        found = rows(self._db, "SELECT * FROM nodes ORDER BY name")
        return [
            Node(
                name=each["name"],
                seen=from_text(each["seen"]),
                version=each["version"],
                key=each["key"],
                settings=from_json(each["settings"]),
            )
            for each in found
        ]

    def forget_key(self) -> None:
        self._db.put("UPDATE nodes SET key = ''")


class SqlLeases:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def take(self, mail: int, node: str, now: datetime, until: datetime) -> bool:
        taken = self._db.execute(
            "INSERT INTO leases (mail, node, until)"
            " SELECT id, CAST(:node AS TEXT), CAST(:until AS TEXT) FROM outbox"
            " WHERE id = :mail AND status = 'queued'"
            " ON CONFLICT (mail) DO UPDATE SET node = excluded.node, until = excluded.until"
            " WHERE leases.node = excluded.node OR leases.until <= :now",
            {"mail": mail, "node": node, "now": to_text(now), "until": to_text(until)},
        )
        return taken.rowcount > 0

    def drop(self, mail: int) -> None:
        self._db.put("DELETE FROM leases WHERE mail = ?", [mail])

    def release(self, node: str) -> None:
        self._db.put("DELETE FROM leases WHERE node = ?", [node])

    def recipients(self, node: str, now: datetime) -> Collection[str]:
        found = rows(
            self._db,
            "SELECT recipient FROM leases JOIN outbox ON id = mail WHERE node != ? AND until > ?",
            [node, to_text(now)],
        )
        return {each["recipient"] for each in found}

    def expired(self, now: datetime) -> int:
        asked = "SELECT count(*) AS n FROM leases WHERE until <= ?"
        found = row(self._db, asked, [to_text(now)])
        return int(found["n"]) if found else 0
