"""The tokens of reply addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from pbm.mail.correspondence import Purpose, Token
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Row, Table, from_json, insert, row, rows, to_json
from pbm.store.sql.times import from_text, from_text_or_none, to_text


class SqlTokens:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "tokens")

    def add(self, token: Token) -> None:
        values = {
            "hash": token.hash,
            "purpose": token.purpose.value,
            "player": token.player,
            "board": token.board,
            "seq": token.seq,
            "data": to_json(dict(token.data)),
            "created": to_text(token.created),
            "expires": None if token.expires is None else to_text(token.expires),
        }
        insert(self._table, values)

    def find(self, hash_: str) -> Token | None:
        found = row(self._db, "SELECT * FROM tokens WHERE hash = ?", [hash_])
        return _token(found) if found else None

    def unused(self, player: int, purpose: Purpose) -> Sequence[Token]:
        found = rows(
            self._db,
            "SELECT * FROM tokens WHERE player = ? AND purpose = ? AND used IS NULL"
            " ORDER BY created, hash",
            [player, purpose.value],
        )
        return [_token(each) for each in found]

    def use(self, hash_: str, at: datetime) -> bool:
        used = self._db.execute(
            "UPDATE tokens SET used = ?, data = '{}' WHERE hash = ? AND used IS NULL",
            [to_text(at), hash_],
        )
        return used.rowcount > 0

    def counts(self, player: int) -> Mapping[Purpose, int]:
        found = rows(
            self._db,
            "SELECT purpose, count(*) AS n FROM tokens WHERE player = ? GROUP BY purpose",
            [player],
        )
        return {Purpose(each["purpose"]): each["n"] for each in found}

    def revoke(self, player: int, purpose: str) -> None:
        self._db.put(
            "DELETE FROM tokens WHERE player = ? AND purpose = ? AND used IS NULL",
            [player, purpose],
        )

    def revoke_all(self, purpose: Purpose) -> None:
        self._db.put("DELETE FROM tokens WHERE purpose = ? AND used IS NULL", [purpose.value])

    def erase(self, player: int) -> None:
        self._db.put("DELETE FROM tokens WHERE player = ?", [player])

    def erase_address(self, address: str, until: datetime) -> None:
        self._db.put(
            "DELETE FROM tokens WHERE json_extract(data, '$.address') = ? AND created <= ?",
            [address, to_text(until)],
        )

    def forget(self, before: datetime) -> None:
        self._db.put("DELETE FROM tokens WHERE expires < ?", [to_text(before)])


def _token(found: Row) -> Token:
    return Token(
        hash=found["hash"],
        purpose=Purpose(found["purpose"]),
        player=found["player"],
        board=found["board"],
        seq=found["seq"],
        data=from_json(found["data"]),
        created=from_text(found["created"]),
        expires=from_text_or_none(found["expires"]),
        used=from_text_or_none(found["used"]),
    )
