"""Acts, requests, rate limits, last times and counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from pbm.base.errors import ConflictError
from pbm.core.bookkeeping import Act, DoorRequest
from pbm.core.marks import PERSONAL, Mark, MarkKind, kind_named
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import (
    Row,
    Table,
    from_json,
    insert,
    insert_numbered,
    insert_unless_taken,
    listed,
    row,
    rows,
    to_json,
    update,
)
from pbm.store.sql.times import from_text, to_text, to_text_or_none

# ruff: noqa: S608 (the condition is a constant)
_ABOUT = f"whose IN {listed('names')} AND kind IN {listed('kinds')}"


class SqlActs:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "acts")

    def add(
        self, command: str, why: str, facts: Mapping[str, Any], at: datetime, who: str = ""
    ) -> Act:
        values = {
            "at": to_text(at),
            "command": command,
            "why": why,
            "facts": to_json(dict(facts)),
            "who": who,
        }
        return Act(insert_numbered(self._table, values), at, command, why, facts, who)

    def get(self, act: int) -> Act | None:
        found = row(self._db, "SELECT * FROM acts WHERE id = ?", [act])
        return _act(found) if found else None

    def count(self) -> int:
        found = row(self._db, "SELECT count(*) AS n FROM acts")
        return int(found["n"]) if found else 0

    def list(self, limit: int = 100) -> Sequence[Act]:
        found = rows(self._db, "SELECT * FROM acts ORDER BY id DESC LIMIT ?", [limit])
        return [_act(each) for each in found]

    def naming(self, text: str) -> Sequence[Act]:
        found = rows(
            self._db,
            "SELECT * FROM acts WHERE instr(lower(command), lower(:text)) > 0"
            " OR instr(lower(why), lower(:text)) > 0 ORDER BY id",
            {"text": text},
        )
        return [_act(each) for each in found]

    def reword(self, act: int, command: str, why: str) -> None:
        update(self._table, {"command": command, "why": why}, id=act)


def _act(found: Row) -> Act:
    at, facts = from_text(found["at"]), from_json(found["facts"])
    return Act(found["id"], at, found["command"], found["why"], facts, found["who"])


class SqlRequests:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "requests")

    def add(self, door: str, player: int, what: str, at: datetime) -> DoorRequest:
        values = {"door": door, "player": player, "what": what, "at": to_text(at)}
        return DoorRequest(insert_numbered(self._table, values), door, player, what, at)

    def get(self, request: int) -> DoorRequest | None:
        found = row(self._db, "SELECT * FROM requests WHERE id = ?", [request])
        return DoorRequest(**{**found, "at": from_text(found["at"])}) if found else None


class SqlMarks:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "marks")

    def add(self, mark: Mark, at: datetime) -> None:
        insert(self._table, {**_columns(mark), "board": mark.board, "at": to_text(at)})

    def take(self, mark: Mark, at: datetime, since: datetime, most: int, *, times: int = 1) -> bool:
        self._db.lock(f"mark {mark.kind.word} {mark.whose} {mark.board}")
        is_free = self.count(mark, since) + times <= most
        for _ in range(times if is_free else 0):
            self.add(mark, at)
        return is_free

    def count(self, mark: Mark, since: datetime) -> int:
        found = row(
            self._db,
            "SELECT count(*) AS n FROM marks WHERE kind = ? AND whose = ? AND board = ? AND at > ?",
            [mark.kind.word, mark.whose, mark.board, to_text(since)],
        )
        return int(found["n"]) if found else 0

    def times(self, mark: Mark, since: datetime) -> Sequence[datetime]:
        found = rows(
            self._db,
            "SELECT at FROM marks WHERE kind = ? AND whose = ? AND board = ? AND at > ?"
            " ORDER BY at",
            [mark.kind.word, mark.whose, mark.board, to_text(since)],
        )
        return [from_text(each["at"]) for each in found]

    def about(self, names: Sequence[str]) -> Mapping[Mark, int]:
        found = rows(
            self._db,
            f"SELECT kind, whose, board, count(*) AS n FROM marks WHERE {_ABOUT}"
            " GROUP BY kind, whose, board",
            _about(names),
        )
        return {_mark(each): each["n"] for each in found}

    def erase(self, names: Sequence[str], until: datetime | None = None) -> None:
        bounded = "" if until is None else "AND at <= :until"
        wanted = {**_about(names), "until": to_text_or_none(until)}
        self._db.put(f"DELETE FROM marks WHERE {_ABOUT} {bounded}", wanted)

    def forget(self, before: datetime) -> None:
        self._db.put("DELETE FROM marks WHERE at < ?", [to_text(before)])


class SqlMoments:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "moments")

    def get(self, mark: Mark) -> datetime | None:
        found = row(
            self._db, "SELECT at FROM moments WHERE kind = :kind AND whose = :whose", _columns(mark)
        )
        return from_text(found["at"]) if found else None

    def set(self, mark: Mark, at: datetime) -> None:
        self._db.put(
            "INSERT INTO moments (kind, whose, at) VALUES (:kind, :whose, :at)"
            " ON CONFLICT (kind, whose) DO UPDATE SET at = excluded.at",
            {**_columns(mark), "at": to_text(at)},
        )

    def move(self, mark: Mark, at: datetime, was: datetime | None) -> None:
        values = {**_columns(mark), "at": to_text(at)}
        is_moved = self._replace(values, was) if was else insert_unless_taken(self._table, values)
        if not is_moved:
            raise ConflictError(f"the moment {mark} has changed meanwhile")

    def _replace(self, values: dict[str, str], was: datetime) -> bool:
        replaced = self._db.execute(
            "UPDATE moments SET at = :at WHERE kind = :kind AND whose = :whose AND at = :was",
            {**values, "was": to_text(was)},
        )
        return replaced.rowcount > 0

    def take(self, mark: Mark, was: datetime) -> bool:
        taken = self._db.execute(
            "DELETE FROM moments WHERE kind = :kind AND whose = :whose AND at = :was",
            {**_columns(mark), "was": to_text(was)},
        )
        return taken.rowcount > 0

    def drop(self, mark: Mark) -> None:
        self._db.put("DELETE FROM moments WHERE kind = :kind AND whose = :whose", _columns(mark))

    def of(self, kind: MarkKind) -> Mapping[Mark, datetime]:
        found = rows(self._db, "SELECT * FROM moments WHERE kind = ?", [kind.word])
        return {_mark(each): from_text(each["at"]) for each in found}

    def about(self, names: Sequence[str]) -> Mapping[Mark, datetime]:
        found = rows(self._db, f"SELECT * FROM moments WHERE {_ABOUT}", _about(names))
        return {_mark(each): from_text(each["at"]) for each in found}

    def erase(self, names: Sequence[str]) -> None:
        self._db.put(f"DELETE FROM moments WHERE {_ABOUT}", _about(names))


def _about(names: Sequence[str]) -> dict[str, str]:
    return {"names": to_json(names), "kinds": to_json([kind.word for kind in PERSONAL])}


def _columns(mark: Mark) -> dict[str, str]:
    return {"kind": mark.kind.word, "whose": mark.whose}


def _mark(found: Row) -> Mark:
    return Mark(kind_named(found["kind"]), found["whose"], found.get("board", 0))


class SqlCounters:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def get(self, name: str) -> int:
        found = row(self._db, "SELECT number FROM counters WHERE name = ?", [name])
        return int(found["number"]) if found else 0

    def add(self, name: str) -> None:
        self._db.put(
            "INSERT INTO counters (name, number) VALUES (?, 1)"
            " ON CONFLICT (name) DO UPDATE SET number = counters.number + 1",
            [name],
        )


class SqlQuotas:
    def __init__(self, db: Connection) -> None:
        self._db = db

    def take(self, name: str, day: date, size: int, most: int) -> bool:
        # The first insert of a day has no conflict, so it needs its own comparison with ``most``.
        taken = self._db.execute(
            "INSERT INTO quotas (name, day, bytes)"
            " SELECT :name, :day, :size WHERE :size <= :most"
            " ON CONFLICT (name, day) DO UPDATE SET bytes = quotas.bytes + excluded.bytes"
            " WHERE quotas.bytes + excluded.bytes <= :most",
            {"name": name, "day": day.isoformat(), "size": size, "most": most},
        )
        return taken.rowcount > 0

    def forget(self, before: date) -> None:
        self._db.put("DELETE FROM quotas WHERE day < ?", [before.isoformat()])
