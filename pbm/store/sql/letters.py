"""The inbox."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from pbm.base.errors import ConflictError
from pbm.mail.correspondence import Confirmed, KeptLetter, LetterStatus, LineDone, Progress, Search
from pbm.mail.letter import Envelope
from pbm.store.sql.cipher import LetterCipher
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import (
    Row,
    Table,
    change,
    from_json,
    insert_all_numbered,
    insert_numbered,
    listed,
    numbers,
    parsing,
    row,
    rows,
    to_json,
    update,
)
from pbm.store.sql.searches import LETTERS, Searches
from pbm.store.sql.times import from_text, to_text

# ruff: noqa: S608 (only constants are formatted into statements)

_LETTER = "SELECT * FROM letters WHERE id = ?"

# At most one letter has this key, and only once it was at least partly done.
_COPY = "SELECT * FROM letters WHERE done = ? AND id != ?"

_WORDS = "SELECT min(id) AS id FROM letters WHERE words = ? AND words != '' AND received > ?"

_WAITING = "SELECT id FROM letters WHERE status = 'waiting' ORDER BY id"

# Letters of different senders need no order, and bounces have no sender.
_OLDEST = (
    "SELECT id FROM letters WHERE status = 'waiting'"
    " AND (sender = '' OR NOT EXISTS (SELECT 1 FROM letters AS older"
    " WHERE older.status = 'waiting'"
    " AND older.sender = letters.sender AND older.id < letters.id))"
    " ORDER BY id LIMIT ?"
)

_BLANK = (
    "UPDATE letters SET raw = :empty, peer = '', token = '', author = '', message_key = '',"
    " words = ''"
    " WHERE received < :before AND (raw != :empty OR peer != '' OR author != '')"
    f" AND status IN {listed('statuses')}"
    " AND (CAST(:except_note AS TEXT) IS NULL OR note != :except_note)"
)


class SqlLetters:
    def __init__(self, db: Connection, cipher: LetterCipher) -> None:
        self._db, self._cipher = db, cipher
        self._table = Table(db, "letters")
        self._searches = Searches(db, "letters", LETTERS)

    def keep(self, envelope: Envelope, at: datetime) -> int:
        return insert_numbered(self._table, self._as_received(envelope, at))

    def keep_all(self, letters: Sequence[Envelope], at: datetime) -> Sequence[int]:
        return insert_all_numbered(self._table, [self._as_received(each, at) for each in letters])

    def foresee(self, letter: int) -> None:
        self._db.foresee(_LETTER, [letter], lasting=True)

    def foresee_key(self, key: str, letter: int) -> None:
        self._db.foresee(_COPY, [key, letter])

    def get(self, letter: int) -> KeptLetter | None:
        found = row(self._db, _LETTER, [letter])
        return self._letter(found) if found else None

    def waiting(self) -> list[int]:
        return [each["id"] for each in rows(self._db, _WAITING)]

    def oldest_waiting(self) -> int | None:
        found = row(self._db, f"{_WAITING} LIMIT 1")
        return found["id"] if found else None

    def claim(self, limit: int) -> Sequence[int]:
        skipping = " SKIP LOCKED" if self._db.locking else ""
        found = rows(self._db, f"{_OLDEST}{self._db.locking}{skipping}", [limit])
        return [each["id"] for each in found]

    def settle(
        self,
        letter: int,
        status: LetterStatus,
        note: str = "",
        *,
        was: LetterStatus = LetterStatus.WAITING,
        kept: KeptLetter | None = None,
    ) -> None:
        values: dict[str, object] = {"status": status.value, "note": note}
        if kept is not None:
            # Not the sender, which stays: SQLite would write its index again.
            values |= {
                "recipients": to_json(kept.recipients),
                "raw": kept.raw,
                "encrypted": 0,
                "key": kept.key,
                "vouched": None if kept.vouched is None else int(kept.vouched),
                "passwords": to_json({}),
                "hash": kept.hash,
                "author": kept.author,
                "message_key": kept.message_key,
                "progress": "",
                "words": kept.words,
                "done": kept.key or None if status is LetterStatus.DONE else None,
            }
        overtaken = ConflictError(f"letter {letter} is no longer {was.value}")
        change(self._table, values, overtaken, id=letter, status=was.value)

    def note_passwords(self, letter: int, hashes: Mapping[str, str | None]) -> None:
        update(self._table, {"passwords": to_json(dict(hashes))}, id=letter)

    def keep_progress(self, letter: int, before: Progress, progress: Progress, key: str) -> None:
        values = {"progress": _text(progress), "key": key, "done": key or None}
        overtaken = ConflictError(f"letter {letter} has made progress meanwhile")
        place = {"id": letter, "status": "waiting", "progress": _text(before)}
        change(self._table, values, overtaken, **place)

    def first_with_key(self, key: str, letter: int) -> KeptLetter | None:
        found = row(self._db, _COPY, [key, letter])
        return self._letter(found) if found else None

    def answered_words(self, words: str, since: datetime) -> int | None:
        found = row(self._db, _WORDS, [words, to_text(since)])
        return found["id"] if found else None

    def list(self, status: LetterStatus | None = None, limit: int = 100) -> list[KeptLetter]:
        return [*self.find(Search(status=status), limit)]

    def find(self, search: Search, limit: int) -> Sequence[KeptLetter]:
        return [self._letter(each) for each in self._searches.newest(search, limit)]

    def found(self, search: Search) -> int:
        return self._searches.count(search)

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        found = rows(
            self._db,
            f"SELECT id FROM letters WHERE sender IN {listed('addresses')}"
            " UNION SELECT letter FROM outbox WHERE reply = 1 AND player = :player"
            " AND letter IS NOT NULL ORDER BY 1",
            {"addresses": to_json(addresses), "player": player},
        )
        return [each["id"] for each in found]

    def tied_to(self, address: str, until: datetime) -> Sequence[int]:
        found = rows(
            self._db,
            "SELECT id FROM letters WHERE received <= :until AND (lower(sender) = :address"
            " OR author = :address OR id IN"
            " (SELECT letter FROM outbox WHERE recipient = :address AND reply = 1)) ORDER BY id",
            {"address": address, "until": to_text(until)},
        )
        return [each["id"] for each in found]

    def erase(self, letters: Sequence[int]) -> None:
        self._db.put(
            "UPDATE letters SET raw = :empty, sender = '', peer = '', token = '', passwords = '{}',"
            f" author = '', message_key = '', words = '' WHERE id IN {numbers('letters')}",
            {"letters": to_json(letters), "empty": b""},
        )

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        found = rows(
            self._db, "SELECT id FROM letters WHERE id > ? ORDER BY id LIMIT ?", [after, limit]
        )
        return [each["id"] for each in found]

    def statuses(self, letters: Sequence[int]) -> Mapping[int, str]:
        wanted = f"SELECT id, status FROM letters WHERE id IN {numbers('letters')}"
        found = rows(self._db, wanted, {"letters": to_json(letters)})
        return {each["id"]: each["status"] for each in found}

    def blank(
        self,
        before: datetime,
        statuses: Collection[LetterStatus],
        *,
        except_note: str | None = None,
    ) -> None:
        blanked = {
            "before": to_text(before),
            "statuses": to_json([*statuses]),
            "except_note": except_note,
            "empty": b"",
        }
        self._db.put(_BLANK, blanked)

    def reseal(self, blanked: KeptLetter, before: str) -> None:
        self._db.put(
            "UPDATE letters SET raw = ?, hash = ? WHERE id = ? AND hash = ? AND length(raw) > 0",
            [blanked.raw, blanked.hash, blanked.id, before],
        )

    def lapse(self, before: datetime) -> None:
        self._db.put(
            "UPDATE letters SET status = 'ignored', passwords = '{}', progress = ''"
            " WHERE status = 'failed' AND received < ?",
            [to_text(before)],
        )

    def counts(self) -> Mapping[LetterStatus, int]:
        found = rows(self._db, "SELECT status, count(*) AS n FROM letters GROUP BY status")
        return {LetterStatus(each["status"]): each["n"] for each in found}

    def _as_received(self, envelope: Envelope, at: datetime) -> dict[str, object]:
        raw, encrypted = self._cipher.encrypted(envelope.raw)
        return {
            "received": to_text(at),
            "peer": envelope.peer,
            "sender": envelope.sender,
            "recipients": to_json(envelope.recipients),
            "raw": raw,
            "encrypted": int(encrypted),
            "believed": envelope.believed,
            "token": envelope.token,
        }

    def _letter(self, found: Row) -> KeptLetter:
        with parsing(f"letter {found['id']}", letter=found["id"]):
            raw = bytes(found["raw"])
            return KeptLetter(
                id=found["id"],
                received=from_text(found["received"]),
                peer=found["peer"],
                sender=found["sender"],
                recipients=tuple(from_json(found["recipients"])),
                raw=self._cipher.decrypted(raw) if found["encrypted"] else raw,
                status=LetterStatus(found["status"]),
                note=found["note"],
                key=found["key"],
                hash=found["hash"],
                believed=found["believed"],
                token=found["token"],
                vouched=None if found["vouched"] is None else bool(found["vouched"]),
                passwords=from_json(found["passwords"]),
                author=found["author"],
                message_key=found["message_key"],
                progress=_progress(found["progress"]),
                words=found["words"],
            )


def _text(progress: Progress) -> str:
    return to_json(asdict(progress)) if progress != Progress() else ""


def _progress(text: str) -> Progress:
    if not text:
        return Progress()
    kept = from_json(text)
    lines = tuple(LineDone(**line) for line in kept["lines"])
    return Progress(lines, kept["has_token"], _confirmed(kept["confirmed"]))


def _confirmed(kept: Mapping[str, Any] | None) -> Confirmed | None:
    if kept is None:
        return None
    return Confirmed(kept["player"], tuple(kept["lines"]), tuple(map(tuple, kept["texts"])))
