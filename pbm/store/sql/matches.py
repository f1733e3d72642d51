"""Boards and their events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from pbm.base.errors import ConflictError, DamagedError
from pbm.core.by_seat import BySeat
from pbm.core.clocks import Clock, clock_data, clock_from
from pbm.core.events import Event
from pbm.core.games import Seat
from pbm.core.model import Cause, EventKind, Match, MatchStatus
from pbm.core.results import Result
from pbm.store.matches_protocol import LastMove, RunningGame
from pbm.store.sql.choices import selection
from pbm.store.sql.connection import Connection
from pbm.store.sql.contests import GAME_OF_BOARD
from pbm.store.sql.queues import OF_BOARD
from pbm.store.sql.rows import (
    PARSE_ERRORS,
    Row,
    Table,
    cause_of,
    change,
    from_json,
    insert,
    insert_numbered,
    parsing,
    row,
    rows,
    to_json,
)
from pbm.store.sql.times import from_text, to_text, to_text_or_none

_SNAPSHOT = "SELECT head, kept FROM snapshots WHERE board = ?"
# A board with its snapshot, and which tables have rows about it: most boards have none in them.
_BOARD = (
    "SELECT *, (SELECT kept FROM snapshots WHERE board = matches.board AND head = matches.head)"
    " AS kept, EXISTS (SELECT 1 FROM queues WHERE board = matches.board) AS queues,"
    " EXISTS (SELECT 1 FROM subscriptions WHERE other = matches.board) AS subscriptions,"
    " EXISTS (SELECT 1 FROM contest_games WHERE board = matches.board) AS contests"
    " FROM matches WHERE board = ?"
)
_BESIDE = ("queues", "subscriptions", "contests")

# What most commands read about a board before they change it.
_ABOUT_BOARD = (OF_BOARD, GAME_OF_BOARD, selection("subscriptions", "player", "other"))


class SqlMatches:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "matches", key="board")
        self._events = Table(db, "events")
        # Board, head and status of the row that was read or written last.
        self._latest: tuple[int, str, str, bool] | None = None
        # The snapshot of the row that was read last, by its head.
        self._read: Mapping[str, str] = {}
        self.lacks: Sequence[str] = ()

    def open(self, match: Match) -> int:
        return insert_numbered(self._table, match_values(match))

    def get(self, board: int) -> Match | None:
        asked = f"{_BOARD}{self._db.locking}"
        # If others act beside this transaction, the row may be newer than what EXISTS has seen.
        is_shared = bool(self._db.locking)
        for about in _ABOUT_BOARD if is_shared else ():
            self._db.foresee(about, [board])
        found = row(self._db, asked, [board])
        if found is None:
            return None
        self._read = {found["head"]: found["kept"]} if found["kept"] else {}
        self.lacks = () if is_shared else [each for each in _BESIDE if not found[each]]
        self._latest = found["board"], found["head"], found["status"], bool(found["rated"])
        return _match(found)

    def events(self, board: int) -> list[Event]:
        found = rows(self._db, "SELECT * FROM events WHERE board = ? ORDER BY seq", [board])
        return [_event(each) for each in found]

    def append(self, match: Match, event: Event, alarm: datetime | None) -> None:
        values = {**_course(match), "alarm": to_text_or_none(alarm)}
        # SQLite writes each index of a column that is set, even if its value stays. Without terms
        # and status, the statement takes half of the time: 5 of 6 indexes are left alone.
        if self._latest != (match.board, event.previous, match.status.value, match.rated):
            values |= {"status": match.status.value, "rated": int(match.rated)}
        before = {"seq": event.seq - 1, "head": event.previous}
        change(self._table, values, _overtaken(match), board=match.board, **before)
        insert(self._events, event_values(event))
        self._latest = match.board, event.hash, match.status.value, match.rated

    def mark_offered(self, board: int, seqs: range) -> None:
        # Nearly always one event: 8 us. For a span of events, SQLite keeps the keys in a temporary
        # table first, and takes 19 us for one event.
        for seq in seqs:
            self._db.put("UPDATE events SET offered = 1 WHERE board = ? AND seq = ?", [board, seq])

    def offered(self, board: int) -> Collection[int]:
        sql = "SELECT seq FROM events WHERE board = ? AND offered = 1"
        return {seq for (seq,) in self._db.execute(sql, [board])}

    def snapshot(self, match: Match, *, stale: bool = False) -> Mapping[str, Any] | None:
        text = self._read.get(match.head)
        if text is None:
            found = row(self._db, _SNAPSHOT, [match.board])
            if found is None or (found["head"] != match.head and not stale):
                return None
            text = found["kept"]
        with parsing(f"the snapshot of board {match.board}", board=match.board):
            kept: Mapping[str, Any] = from_json(text)
            return kept

    def keep_snapshot(self, match: Match, kept: Mapping[str, Any]) -> None:
        self._read = {}
        self._db.put(
            "INSERT INTO snapshots (board, head, kept) VALUES (?, ?, ?)"
            " ON CONFLICT (board) DO UPDATE SET head = excluded.head, kept = excluded.kept",
            [match.board, match.head, to_json(dict(kept))],
        )

    def drop_snapshot(self, board: int) -> None:
        self._read = {}
        self._db.put("DELETE FROM snapshots WHERE board = ?", [board])

    def of_player(self, player: int) -> list[Match]:
        found = rows(
            self._db,
            "SELECT * FROM matches WHERE first = ? OR second = ? ORDER BY updated DESC, board",
            [player, player],
        )
        return [_match(each) for each in found]

    def open_of(self, player: int) -> Sequence[Match]:
        found = rows(
            self._db,
            "SELECT * FROM matches WHERE status IN ('invited', 'running')"
            " AND (first = ? OR second = ?) ORDER BY updated, board",
            [player, player],
        )
        return [_match(each) for each in found]

    def list(self, game: str | None = None) -> list[Match]:
        found = rows(
            self._db,
            "SELECT * FROM matches WHERE CAST(? AS TEXT) IS NULL OR game = ? ORDER BY board",
            [game, game],
        )
        return [_match(each) for each in found]

    def due(self, now: datetime, limit: int) -> Sequence[Match]:
        found = rows(
            self._db,
            "SELECT * FROM matches WHERE alarm <= ? ORDER BY alarm, board LIMIT ?",
            [to_text(now), limit],
        )
        return [_match(each) for each in found]

    def set_alarm(self, match: Match, at: datetime | None) -> None:
        place = {"board": match.board, "seq": match.seq, "head": match.head}
        change(self._table, {"alarm": to_text_or_none(at)}, _overtaken(match), **place)

    def timed(self) -> Sequence[Match]:
        found = rows(
            self._db,
            "SELECT * FROM matches WHERE status = 'running' AND clock != '' ORDER BY board",
        )
        return [_match(each) for each in found]

    def running(self, spec: str) -> Sequence[RunningGame]:
        sql = (
            "SELECT board, position, plies FROM matches"
            " WHERE status = 'running' AND game = ? AND ruleset = ?"
        )
        return [RunningGame(**each) for each in rows(self._db, sql, spec.split("/"))]

    def of_plugins(self) -> Sequence[Match]:
        sql = "SELECT * FROM matches WHERE rules != '' AND status = 'running' ORDER BY board"
        return [_match(each) for each in rows(self._db, sql)]

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        found = rows(
            self._db,
            "SELECT board FROM matches WHERE board > ? ORDER BY board LIMIT ?",
            [after, limit],
        )
        return [each["board"] for each in found]

    def causes(self, board: int) -> Sequence[Cause]:
        found = rows(
            self._db,
            "SELECT letter, act, request FROM events WHERE board = ? ORDER BY seq",
            [board],
        )
        return [cause_of(each) for each in found]

    def last_moves(self) -> Sequence[LastMove]:
        found = rows(
            self._db,
            "SELECT first, second, json_extract(data, '$.seat') AS seat, max(at) AS at"
            " FROM events JOIN matches USING (board) WHERE kind = 'moved' GROUP BY 1, 2, 3",
        )
        return [
            LastMove(
                BySeat(each["first"], each["second"]),
                Seat(int(each["seat"])),
                from_text(each["at"]),
            )
            for each in found
        ]

    def played_lately(self, newest: int) -> Sequence[str]:
        found = rows(
            self._db,
            "SELECT game FROM (SELECT game FROM matches ORDER BY board DESC LIMIT ?) AS newest"
            " GROUP BY game ORDER BY count(*) DESC, game",
            [newest],
        )
        return [each["game"] for each in found]

    def counts(self) -> Mapping[tuple[str, MatchStatus], int]:
        found = rows(
            self._db,
            "SELECT game || '/' || ruleset AS spec, status, count(*) AS n FROM matches"
            " GROUP BY game, ruleset, status",
        )
        return {(each["spec"], MatchStatus(each["status"])): each["n"] for each in found}


def _overtaken(match: Match) -> ConflictError:
    return ConflictError(f"board {match.board} has changed meanwhile; try again")


def match_values(match: Match) -> dict[str, object]:
    return {
        "game": match.game,
        "ruleset": match.ruleset,
        "first": match.players.first,
        "second": match.players.second,
        "status": match.status.value,
        "start": match.start,
        "seed": match.seed,
        "setup": match.setup,
        "rated": int(match.rated),
        "private": int(match.private),
        "rules": match.rules,
        "created": to_text(match.created),
        **_course(match),
    }


def _course(match: Match) -> dict[str, object]:
    """The columns that a move changes. Only ``status`` changes too, and the rest never does."""
    return {
        "position": match.position,
        "plies": match.plies,
        "turn": None if match.turn is None else match.turn.value,
        "result": match.result.value,
        "reason": match.reason,
        "seq": match.seq,
        "head": match.head,
        "updated": to_text(match.updated),
        "clock": to_json(clock_data(match.clock)) if match.clock.limits else "",
    }


def _match(found: Row) -> Match:
    with parsing(f"board {found['board']}", board=found["board"]):
        return Match(
            board=found["board"],
            game=found["game"],
            ruleset=found["ruleset"],
            players=BySeat(found["first"], found["second"]),
            status=MatchStatus(found["status"]),
            start=found["start"],
            seed=found["seed"],
            setup=found["setup"],
            rated=bool(found["rated"]),
            private=bool(found["private"]),
            rules=found["rules"],
            position=found["position"],
            plies=found["plies"],
            turn=None if found["turn"] is None else Seat(found["turn"]),
            result=Result(found["result"]),
            reason=found["reason"],
            seq=found["seq"],
            head=found["head"],
            created=from_text(found["created"]),
            updated=from_text(found["updated"]),
            clock=clock_from(from_json(found["clock"])) if found["clock"] else Clock(),
        )


def event_values(event: Event) -> dict[str, object]:
    return {
        "board": event.board,
        "seq": event.seq,
        "kind": event.kind.value,
        "data": to_json(dict(event.data)),
        "at": _at(event.at),
        "letter": event.cause.letter,
        "act": event.cause.act,
        "request": event.cause.request,
        "previous": event.previous,
        "hash": event.hash,
    }


def _at(at: datetime) -> str:
    # Not ``to_text``: the hash covers this text, with its original offset.
    return at.isoformat()


def _event(found: Row) -> Event:
    cause = cause_of(found)
    try:
        return Event(
            board=found["board"],
            seq=found["seq"],
            kind=EventKind(found["kind"]),
            data=from_json(found["data"]),
            at=from_text(found["at"]),
            cause=cause,
            previous=found["previous"],
            hash=found["hash"],
        )
    # Not ``parsing``, which would format the place of every event that an audit reads.
    except PARSE_ERRORS as error:
        place = {name: found[name] for name in ("board", "seq", *Cause._fields)}
        what = f"event {found['seq']} of board {found['board']} ({cause})"
        raise DamagedError(f"{what} cannot be read: {error}", **place) from error
