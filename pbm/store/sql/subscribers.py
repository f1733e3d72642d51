"""The queues of subscribers, and the feed of finished games, which a subscriber writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from pbm.core.bookkeeping import FeedKind, FeedLine, Unheard
from pbm.core.by_seat import BySeat
from pbm.core.results import Result
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Row, numbers, rows, to_json
from pbm.store.sql.times import from_text, to_text

# ruff: noqa: S608 (table and column names are constants)


class SqlUnheard:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def add(self, subscriber: str, board: int, seq: int, due: datetime) -> None:
        self._db.put(
            "INSERT INTO unheard (subscriber, board, seq, due) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [subscriber, board, seq, to_text(due)],
        )

    def due(self, subscriber: str, now: datetime, limit: int) -> Sequence[Unheard]:
        found = rows(
            self._db,
            "SELECT subscriber, board, seq FROM unheard WHERE subscriber = ? AND due <= ?"
            " AND NOT EXISTS (SELECT 1 FROM unheard AS before"
            " WHERE before.subscriber = unheard.subscriber AND before.board = unheard.board"
            " AND before.seq < unheard.seq) ORDER BY due, board LIMIT ?",
            [subscriber, to_text(now), limit],
        )
        return [Unheard(**each) for each in found]

    def queued(self, subscriber: str, board: int) -> Collection[int]:
        sql = "SELECT seq FROM unheard WHERE subscriber = ? AND board = ?"
        return {each["seq"] for each in rows(self._db, sql, [subscriber, board])}

    def oldest(self) -> Mapping[str, datetime]:
        found = rows(
            self._db,
            "SELECT subscriber, min(at) AS at FROM unheard JOIN events USING (board, seq)"
            " GROUP BY subscriber",
        )
        return {each["subscriber"]: from_text(each["at"]) for each in found}

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        self._db.put(
            "UPDATE unheard SET due = ? WHERE subscriber = ? AND board = ? AND seq = ?",
            [to_text(until), *unheard],
        )

    def drop(self, unheard: Unheard) -> None:
        self._db.put(
            "DELETE FROM unheard WHERE subscriber = ? AND board = ? AND seq = ?", [*unheard]
        )


class SqlFeed:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def put(self, line: FeedLine) -> None:
        values = _values(line)
        names, places = ", ".join(values), ", ".join("?" * len(values))
        changes = ", ".join(f"{name} = excluded.{name}" for name in values)
        self._db.put(
            f"INSERT INTO feed ({names}) VALUES ({places})"
            f" ON CONFLICT (board, seq) DO UPDATE SET {changes}",
            [*values.values()],
        )

    def retain(self, board: int, seqs: Collection[int]) -> None:
        self._db.put(
            f"DELETE FROM feed WHERE board = :board AND seq NOT IN {numbers('seqs')}",
            {"board": board, "seqs": to_json([*seqs])},
        )

    def seqs(self, board: int) -> Collection[int]:
        found = rows(self._db, "SELECT seq FROM feed WHERE board = ?", [board])
        return {each["seq"] for each in found}

    def after(self, place: int, limit: int) -> Sequence[FeedLine]:
        sql = "SELECT * FROM feed WHERE place > ? ORDER BY place LIMIT ?"
        return [_line(each) for each in rows(self._db, sql, [place, limit])]

    def last(self) -> int:
        (found,) = rows(self._db, "SELECT coalesce(max(place), 0) AS place FROM feed")
        return int(found["place"])


def _values(line: FeedLine) -> dict[str, object]:
    return {
        "board": line.board,
        "seq": line.seq,
        "kind": line.kind.value,
        "game": line.game,
        "ruleset": line.ruleset,
        "first": line.players.first,
        "second": line.players.second,
        "result": line.result.value,
        "reason": line.reason,
        "plies": line.plies,
        "started": to_text(line.started),
        "at": to_text(line.at),
    }


def _line(found: Row) -> FeedLine:
    return FeedLine(
        board=found["board"],
        seq=found["seq"],
        kind=FeedKind(found["kind"]),
        game=found["game"],
        ruleset=found["ruleset"],
        players=BySeat(found["first"], found["second"]),
        result=Result(found["result"]),
        reason=found["reason"],
        plies=found["plies"],
        started=from_text(found["started"]),
        at=from_text(found["at"]),
        place=found["place"],
    )
