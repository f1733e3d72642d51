"""The messages that were fetched from mailboxes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict

from pbm.base.errors import ConflictError
from pbm.store.mail_protocol import Message
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Table, insert_unless_taken, listed, numbers, rows, to_json

# ruff: noqa: S608 (only constants are formatted into statements)


class SqlFetchedMessages:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "fetched")

    def add(self, message: Message) -> None:
        if not insert_unless_taken(self._table, asdict(message)):
            raise ConflictError(f"message {message.uid} was fetched before")

    def known(self, mailbox: str, validity: int, uids: Collection[int]) -> Collection[int]:
        found = rows(
            self._db,
            "SELECT uid FROM fetched WHERE mailbox = :mailbox AND validity = :validity"
            f" AND uid IN {numbers('uids')}",
            {"mailbox": mailbox, "validity": validity, "uids": to_json([*uids])},
        )
        return {each["uid"] for each in found}

    def letters(self, mailbox: str, digests: Collection[str]) -> Mapping[str, int]:
        found = rows(
            self._db,
            "SELECT digest, min(letter) AS letter FROM fetched WHERE mailbox = :mailbox"
            f" AND digest IN {listed('digests')} AND letter IS NOT NULL GROUP BY digest",
            {"mailbox": mailbox, "digests": to_json([*digests])},
        )
        return {each["digest"]: each["letter"] for each in found}
