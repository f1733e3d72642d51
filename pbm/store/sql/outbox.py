"""The outbox."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import chain

from pbm.base.errors import ConflictError
from pbm.core.model import Cause
from pbm.mail.correspondence import (
    NONE_PASSED_OVER,
    MailStatus,
    OutboxMail,
    PassedOver,
    Search,
    shortened,
)
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import (
    Row,
    Table,
    cause_of,
    insert,
    insert_numbered,
    listed,
    numbers,
    row,
    rows,
    to_json,
    update,
)
from pbm.store.sql.searches import MAILS, Searches
from pbm.store.sql.times import from_text, from_text_or_none, to_text

# ruff: noqa: S608 (only constants are formatted into statements)

# More than the three that are needed, because some may be repetitions of the same mail.
_LATEST = 8

_BLANK = (
    "UPDATE outbox SET raw = :empty, page = '', error = '', accepted = ''"
    f" WHERE queued < :before AND raw != :empty AND status IN {listed('statuses')}"
)

# The index of Message-IDs holds six characters of each.
_OF_SAME_MAIL = (
    "substr({0}.message_id, 2, 6) = substr({1}.message_id, 2, 6)"
    " AND {0}.message_id = {1}.message_id"
)
_UNFINISHED = "{0}.status = 'queued' AND {0}.page != ''"

# In one statement, because the painter and the server may finish two copies of a mail at once.
_FINISH = (
    "UPDATE outbox SET page = '', raw = coalesce((SELECT whole.raw FROM outbox AS whole"
    f" WHERE {_OF_SAME_MAIL.format('whole', 'wanted')} AND whole.page = ''"
    " AND whole.raw != :empty ORDER BY whole.id LIMIT 1), :raw) FROM outbox AS wanted"
    f" WHERE wanted.id = :mail AND {_UNFINISHED.format('wanted')}"
    f" AND {_OF_SAME_MAIL.format('outbox', 'wanted')} AND {_UNFINISHED.format('outbox')}"
)


class SqlOutbox:
    """unfinished, queued: where such mails are looked for. An engine may name an index."""

    def __init__(self, db: Connection, unfinished: str = "outbox", queued: str = "outbox") -> None:
        self._db = db
        self._unfinished, self._queued = unfinished, queued
        self._table = Table(db, "outbox")
        self._searches = Searches(db, "outbox", MAILS)

    def add(self, mail: OutboxMail, at: datetime) -> int:
        return insert_numbered(self._table, _as_queued(mail, at))

    def queue(self, mail: OutboxMail, at: datetime) -> None:
        insert(self._table, _as_queued(mail, at))

    def get(self, mail: int) -> OutboxMail | None:
        found = row(self._db, "SELECT * FROM outbox WHERE id = ?", [mail])
        return _mail(found) if found else None

    def due(
        self,
        now: datetime,
        latest: datetime,
        limit: int,
        passed_over: PassedOver = NONE_PASSED_OVER,
    ) -> list[OutboxMail]:
        busy, sent, kinds = passed_over
        of_kinds = f" AND kind IN {listed('kinds')}" if kinds else ""
        found = rows(
            self._db,
            # In order, so that only as many mails are read as are wanted.
            f"SELECT * FROM outbox JOIN (SELECT min(id) AS first FROM {self._queued}"
            f" WHERE status = 'queued' AND id NOT IN {numbers('sent')}"
            f" AND recipient NOT IN {listed('busy')}{of_kinds}"
            " GROUP BY recipient ORDER BY first) AS heads"
            f" ON id = first WHERE page = '' AND NOT (waits = 1 AND due > :now AND due <= :latest)"
            f" ORDER BY id LIMIT :limit",
            {
                "now": to_text(now),
                "latest": to_text(latest),
                "busy": to_json(list(busy)),
                "sent": to_json(list(sent)),
                "limit": limit,
                **({"kinds": to_json(list(kinds))} if kinds else {}),
            },
        )
        return [_mail(each) for each in found]

    def sent_since(self, since: datetime, most: int) -> Sequence[datetime]:
        found = rows(
            self._db,
            "SELECT sent FROM (SELECT sent FROM outbox WHERE status = 'sent'"
            " ORDER BY id DESC LIMIT :most) AS newest WHERE sent >= :since ORDER BY sent",
            {"most": most, "since": to_text(since)},
        )
        return [from_text(each["sent"]) for each in found]

    def unfinished(self, limit: int) -> Sequence[OutboxMail]:
        found = rows(
            self._db,
            f"SELECT * FROM {self._unfinished}"
            " WHERE status = 'queued' AND page != '' ORDER BY id LIMIT ?",
            [limit],
        )
        return [_mail(each) for each in found]

    def count_unfinished(self) -> int:
        found = row(
            self._db,
            f"SELECT count(*) AS n FROM {self._unfinished} WHERE status = 'queued' AND page != ''",
        )
        return int(found["n"]) if found else 0

    def finish(self, mail: int, raw: bytes) -> None:
        finished = self._db.execute(_FINISH, {"mail": mail, "raw": raw, "empty": b""})
        if finished.rowcount < 1:
            raise ConflictError(f"mail {mail} is no longer queued and unfinished")

    def rest(self, mail: int, until: datetime, why: str) -> None:
        then = to_text(until)
        resting = {"status": "resting", "queued": then, "due": then, "waits": 0, "error": why}
        self._change(mail, MailStatus.QUEUED, resting)

    def end_rests(self, now: datetime) -> None:
        self._db.put(
            "UPDATE outbox SET status = 'queued', error = '' WHERE status = 'resting' AND due <= ?",
            [to_text(now)],
        )

    def wake(self, player: int, recipient: str, now: datetime) -> None:
        self._db.put(
            "UPDATE outbox SET status = 'queued', error = '',"
            " recipient = :recipient, queued = :now, due = :now, waits = 0"
            " WHERE status = 'resting' AND player = :player",
            {"recipient": recipient, "player": player, "now": to_text(now)},
        )

    def held(self) -> list[OutboxMail]:
        found = rows(self._db, "SELECT * FROM outbox WHERE status = 'held' ORDER BY id")
        return [_mail(each) for each in found]

    def gather(self, mail: int) -> None:
        self._change(mail, MailStatus.HELD, {"status": "gathered"})

    def caused_by(self, letter: int) -> Sequence[OutboxMail]:
        found = rows(self._db, "SELECT * FROM outbox WHERE letter = ? ORDER BY id", [letter])
        return [_mail(each) for each in found]

    def replies_to(self, letter: int) -> list[OutboxMail]:
        found = rows(
            self._db,
            "SELECT * FROM outbox WHERE letter = ? AND reply = 1 ORDER BY id",
            [letter],
        )
        return [_mail(each) for each in found]

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        found = rows(
            self._db,
            "SELECT id FROM outbox WHERE player = :player"
            f" OR recipient IN {listed('addresses')} ORDER BY id",
            {"addresses": to_json(addresses), "player": player},
        )
        return [each["id"] for each in found]

    def sent_to(self, address: str, until: datetime, owner: int | None) -> Sequence[int]:
        found = rows(
            self._db,
            "SELECT id FROM outbox WHERE recipient = :address"
            " AND (queued <= :until OR player != coalesce(:owner, 0)) ORDER BY id",
            {"address": address, "until": to_text(until), "owner": owner},
        )
        return [each["id"] for each in found]

    def erase(self, mails: Sequence[int]) -> None:
        self._db.put(
            "UPDATE outbox SET raw = :empty, page = '', recipient = '', error = '', accepted = ''"
            f" WHERE id IN {numbers('mails')}",
            {"mails": to_json(mails), "empty": b""},
        )

    def thread(self, board: int, player: int) -> list[str]:
        mails = "SELECT id, message_id FROM outbox WHERE board = :board AND player = :player"
        # After 60 moves, reading all of them took a tenth of a move's time (scripts/PROFILE.md).
        found = rows(
            self._db,
            f"SELECT * FROM ({mails} ORDER BY id LIMIT 1) AS oldest"
            f" UNION SELECT * FROM ({mails} ORDER BY id DESC LIMIT {_LATEST}) AS latest"
            " ORDER BY id",
            {"board": board, "player": player},
        )
        return shortened([*dict.fromkeys(each["message_id"] for each in found)])

    def reported(self, board: int) -> set[tuple[int, int]]:
        found = rows(
            self._db,
            "SELECT DISTINCT seq, player FROM outbox"
            " WHERE board = ? AND seq IS NOT NULL AND player IS NOT NULL",
            [board],
        )
        return {(each["seq"], each["player"]) for each in found}

    def causes(self, board: int) -> Mapping[int, Cause]:
        found = rows(
            self._db,
            "SELECT DISTINCT seq, letter, act, request FROM outbox"
            " WHERE board = ? AND seq IS NOT NULL",
            [board],
        )
        return {each["seq"]: cause_of(each) for each in found}

    def mark_sent(self, accepted: Mapping[int, str], now: datetime) -> None:
        if accepted:
            self._db.put(_sent_sql(len(accepted)), [*chain(*accepted.items()), to_text(now)])

    def postpone(self, mail: int, until: datetime, why: str, *, attempts: int = 1) -> None:
        put_off = self._db.execute(
            "UPDATE outbox SET due = ?, waits = 1, error = ?, attempts = attempts + ?"
            " WHERE id = ? AND status = 'queued'",
            [to_text(until), why, attempts, mail],
        )
        if put_off.rowcount < 1:
            raise _overtaken(mail, MailStatus.QUEUED)

    def mark_dead(self, mail: int, why: str, *, was: MailStatus = MailStatus.QUEUED) -> None:
        self._change(mail, was, {"status": "dead", "error": why})

    def revive(self, mail: int, recipient: str, now: datetime, *, was: MailStatus) -> None:
        at = to_text(now)
        values = {"queued": at, "due": at, "waits": 0, "attempts": 0, "error": ""}
        self._change(mail, was, {**values, "status": "queued", "recipient": recipient})

    def drop(self, mail: int, why: str = "", *, was: MailStatus = MailStatus.QUEUED) -> None:
        self._change(mail, was, {"status": "dropped", **({"error": why} if why else {})})

    def blank(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        self._db.put(_BLANK, _blanked(before, statuses))

    def blank_strangers(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        strangers = "player IS NULL AND recipient NOT IN (SELECT address FROM addresses)"
        self._db.put(f"{_BLANK} AND {strangers}", _blanked(before, statuses))

    def list(self, status: MailStatus | None = None, limit: int = 100) -> list[OutboxMail]:
        return [*self.find(Search(status=status), limit)]

    def find(self, search: Search, limit: int) -> Sequence[OutboxMail]:
        return [_mail(each) for each in self._searches.newest(search, limit)]

    def found(self, search: Search) -> int:
        return self._searches.count(search)

    def numbers(self, search: Search) -> Sequence[int]:
        return self._searches.numbers(search)

    def counts(self) -> Mapping[MailStatus, int]:
        found = rows(self._db, "SELECT status, count(*) AS n FROM outbox GROUP BY status")
        return {MailStatus(each["status"]): each["n"] for each in found}

    def oldest(self, now: datetime) -> OutboxMail | None:
        found = row(
            self._db,
            "SELECT * FROM outbox WHERE status = 'queued' AND queued <= ?"
            " ORDER BY queued, id LIMIT 1",
            [to_text(now)],
        )
        return _mail(found) if found else None

    def _change(self, mail: int, was: MailStatus, values: Mapping[str, object]) -> None:
        if not update(self._table, values, id=mail, status=was.value):
            raise _overtaken(mail, was)


@cache
def _sent_sql(mails: int) -> str:
    values = ", ".join(["(CAST(? AS BIGINT), CAST(? AS TEXT))"] * mails)
    return (
        f"WITH hop (mail, reply) AS (VALUES {values})"
        " UPDATE outbox SET status = 'sent', sent = ?, error = '', accepted = hop.reply"
        " FROM hop WHERE outbox.id = hop.mail"
    )


def _overtaken(mail: int, was: MailStatus) -> ConflictError:
    return ConflictError(f"mail {mail} is no longer {was.value}")


def _blanked(before: datetime, statuses: Collection[MailStatus]) -> dict[str, object]:
    return {"before": to_text(before), "statuses": to_json([*statuses]), "empty": b""}


def _mail(found: Row) -> OutboxMail:
    return OutboxMail(
        id=found["id"],
        recipient=found["recipient"],
        kind=found["kind"],
        message_id=found["message_id"],
        raw=bytes(found["raw"]),
        cause=cause_of(found),
        nonce=found["nonce"],
        reply_key=found["reply_key"],
        page=found["page"],
        reply=bool(found["reply"]),
        board=found["board"],
        seq=found["seq"],
        player=found["player"],
        status=MailStatus(found["status"]),
        queued=from_text(found["queued"]),
        due=from_text(found["due"]),
        waits=bool(found["waits"]),
        sent=from_text_or_none(found["sent"]),
        attempts=found["attempts"],
        error=found["error"],
        accepted=found["accepted"],
    )


def _as_queued(mail: OutboxMail, at: datetime) -> dict[str, object]:
    return {
        "recipient": mail.recipient,
        "kind": mail.kind,
        "message_id": mail.message_id,
        "raw": mail.raw,
        "letter": mail.cause.letter,
        "act": mail.cause.act,
        "request": mail.cause.request,
        "nonce": mail.nonce,
        "reply_key": mail.reply_key,
        "page": mail.page,
        "reply": int(mail.reply),
        "board": mail.board,
        "seq": mail.seq,
        "player": mail.player,
        "status": mail.status.value,
        "queued": to_text(at),
        "due": to_text(mail.due or at),
        "waits": int(mail.due is not None),
    }
