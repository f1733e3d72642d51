"""Contests with their events, entries and games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbm.base.errors import ConflictError, DamagedError
from pbm.core.by_seat import BySeat
from pbm.core.contests.events import ContestEvent
from pbm.core.contests.model import (
    Contest,
    ContestGame,
    ContestKind,
    ContestStatus,
    Entry,
    Gone,
    How,
    Told,
)
from pbm.store.contest_protocol import Kept
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import (
    PARSE_ERRORS,
    Row,
    Table,
    cause_of,
    from_json,
    insert,
    insert_numbered,
    parsing,
    row,
    rows,
    to_json,
    update,
)
from pbm.store.sql.times import from_text, from_text_or_none, to_text, to_text_or_none

# ruff: noqa: S608 (table and column names are constants)

GAME_OF_BOARD = "SELECT * FROM contest_games WHERE board = ?"

_ENTRIES = "SELECT * FROM contest_entries WHERE contest = ?"


class SqlContests:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "contests")
        self._events = Table(db, "contest_events")

    def open(self, contest: Contest) -> int:
        return insert_numbered(self._table, _contest_values(contest))

    def get(self, contest: int) -> Contest | None:
        found = row(self._db, "SELECT * FROM contests WHERE id = ?", [contest])
        return _contest(found) if found else None

    def events(self, contest: int, kind: str | None = None) -> Sequence[ContestEvent]:
        found = rows(
            self._db,
            "SELECT * FROM contest_events WHERE contest = ?"
            " AND (CAST(? AS TEXT) IS NULL OR kind = ?) ORDER BY seq",
            [contest, kind, kind],
        )
        return [_event(each) for each in found]

    def append(self, contest: Contest, event: ContestEvent, alarm: datetime | None) -> None:
        values = {**_contest_values(contest), "alarm": to_text_or_none(alarm)}
        before = {"seq": event.seq - 1, "head": event.previous}
        if not update(self._table, values, id=contest.id, **before):
            raise _overtaken(contest)
        insert(self._events, _event_values(event))

    def set_alarm(self, contest: Contest, at: datetime | None) -> None:
        place = {"id": contest.id, "seq": contest.seq, "head": contest.head}
        if not update(self._table, {"alarm": to_text_or_none(at)}, **place):
            raise _overtaken(contest)

    def due(self, now: datetime, limit: int) -> Sequence[Contest]:
        sql = "SELECT * FROM contests WHERE alarm <= ? ORDER BY alarm, id LIMIT ?"
        return self._contests(sql, to_text(now), limit)

    def list(self, kind: ContestKind | None = None, game: str | None = None) -> Sequence[Contest]:
        given = {"kind": kind.value if kind else None, "game": game}
        wanted = {name: value for name, value in given.items() if value is not None}
        where = " AND ".join(f"{name} = ?" for name in wanted) or "1 = 1"
        return self._contests(f"SELECT * FROM contests WHERE {where} ORDER BY id", *wanted.values())

    def alive(self, kind: ContestKind, game: str) -> Sequence[Contest]:
        return self._contests(
            "SELECT * FROM contests WHERE kind = ? AND game = ?"
            " AND status IN ('open', 'drawn', 'running') ORDER BY id",
            kind.value,
            game,
        )

    def last(self, kind: ContestKind, spec: str) -> Contest | None:
        game, _, ruleset = spec.partition("/")
        found = self._contests(
            "SELECT * FROM contests WHERE kind = ? AND game = ? AND ruleset = ?"
            " ORDER BY id DESC LIMIT 1",
            kind.value,
            game,
            ruleset,
        )
        return next(iter(found), None)

    def leagues(self, season: int) -> Sequence[Contest]:
        sql = "SELECT * FROM contests WHERE parent = ? AND kind = 'league' ORDER BY number"
        return self._contests(sql, season)

    def league_of(self, season: int, player: int) -> Contest | None:
        found = self._contests(
            "SELECT contests.* FROM contest_entries JOIN contests ON contests.id = contest"
            " WHERE player = ? AND parent = ? AND kind = 'league'",
            player,
            season,
        )
        return next(iter(found), None)

    def running_leagues(self, season: int, limit: int) -> Sequence[Contest]:
        sql = (
            "SELECT * FROM contests WHERE parent = ? AND kind = 'league' AND status = 'running'"
            " ORDER BY number LIMIT ?"
        )
        return self._contests(sql, season, limit)

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        sql = "SELECT id FROM contests WHERE id > ? ORDER BY id LIMIT ?"
        return [each["id"] for each in rows(self._db, sql, [after, limit])]

    def seqs(self) -> Mapping[int, int]:
        found = rows(self._db, "SELECT id, seq FROM contests ORDER BY id")
        return {each["id"]: each["seq"] for each in found}

    def dates(self, contest: int) -> Mapping[str, datetime]:
        sql = (
            "SELECT kind, at FROM contest_events WHERE contest = ?"
            " AND kind IN ('drawn', 'begun', 'finished', 'closed') ORDER BY seq"
        )
        return {each["kind"]: from_text(each["at"]) for each in rows(self._db, sql, [contest])}

    def entry(self, contest: int, player: int) -> Entry | None:
        found = self._entries(f"{_ENTRIES} AND player = ?", contest, player)
        return next(iter(found), None)

    def entries(self, contest: int) -> Sequence[Entry]:
        return self._entries(f"{_ENTRIES} ORDER BY place, since, player", contest)

    def count_entries(self, contest: int) -> int:
        sql = "SELECT count(*) AS n FROM contest_entries WHERE contest = ?"
        return int(rows(self._db, sql, [contest])[0]["n"])

    def placed(self, contest: int, first: int, last: int) -> Sequence[Entry]:
        sql = f"{_ENTRIES} AND place >= ? AND place <= ? ORDER BY place"
        return self._entries(sql, contest, first, last)

    def untold(self, contest: int, limit: int) -> Sequence[Entry]:
        return self._entries(f"{_ENTRIES} AND told = '' ORDER BY player LIMIT ?", contest, limit)

    def after(self, contest: int, player: int, limit: int) -> Sequence[Entry]:
        return self._entries(
            f"{_ENTRIES} AND player > ? ORDER BY player LIMIT ?", contest, player, limit
        )

    def entries_of(self, player: int) -> Sequence[Entry]:
        sql = "SELECT * FROM contest_entries WHERE player = ? ORDER BY contest"
        return self._entries(sql, player)

    def put_entry(self, entry: Entry) -> None:
        self._put("contest_entries", "contest, player", _entry_values(entry))

    def drop_entry(self, contest: int, player: int) -> None:
        sql = "DELETE FROM contest_entries WHERE contest = ? AND player = ?"
        self._db.put(sql, [contest, player])

    def game(self, board: int) -> ContestGame | None:
        found = row(self._db, GAME_OF_BOARD, [board])
        return _game(found) if found else None

    def games(self, contest: int) -> Sequence[ContestGame]:
        sql = "SELECT * FROM contest_games WHERE contest = ? ORDER BY board"
        return [_game(each) for each in rows(self._db, sql, [contest])]

    def games_of(self, contest: int, player: int) -> Sequence[ContestGame]:
        sql = (
            "SELECT * FROM contest_games WHERE contest = ? AND (first = ? OR second = ?)"
            " ORDER BY board"
        )
        return [_game(each) for each in rows(self._db, sql, [contest, player, player])]

    def put_game(self, game: ContestGame) -> None:
        self._put("contest_games", "board", _game_values(game))

    def kept(self, player: int) -> Kept:
        (found,) = rows(
            self._db,
            "SELECT count(*) AS n,"
            " coalesce(sum(CASE WHEN absent = ? THEN 1 ELSE 0 END), 0) AS absent"
            " FROM contest_games WHERE how IN ('played', 'time', 'walkover')"
            " AND (first = ? OR second = ?)",
            [player, player, player],
        )
        return Kept(found["n"] - found["absent"], found["n"])

    def appointments(self) -> Mapping[int, Kept]:
        found = rows(
            self._db,
            "SELECT player, count(*) AS n, sum(CASE WHEN absent = player THEN 1 ELSE 0 END)"
            " AS absent FROM (SELECT first AS player, absent, how FROM contest_games"
            " UNION ALL SELECT second AS player, absent, how FROM contest_games) AS seats"
            " WHERE how IN ('played', 'time', 'walkover') GROUP BY player",
        )
        return {each["player"]: Kept(each["n"] - each["absent"], each["n"]) for each in found}

    def _contests(self, sql: str, *parameters: Any) -> Sequence[Contest]:
        return [_contest(each) for each in rows(self._db, sql, parameters)]

    def _entries(self, sql: str, *parameters: Any) -> Sequence[Entry]:
        return [_entry(each) for each in rows(self._db, sql, parameters)]

    def _put(self, into: str, key: str, values: Mapping[str, object]) -> None:
        names, places = ", ".join(values), ", ".join("?" * len(values))
        changes = ", ".join(f"{name} = excluded.{name}" for name in values)
        self._db.put(
            f"INSERT INTO {into} ({names}) VALUES ({places})"
            f" ON CONFLICT ({key}) DO UPDATE SET {changes}",
            [*values.values()],
        )


def _overtaken(contest: Contest) -> ConflictError:
    return ConflictError(f"contest {contest.id} has changed meanwhile; try again")


def _contest_values(contest: Contest) -> dict[str, object]:
    return {
        "kind": contest.kind.value,
        "game": contest.game,
        "ruleset": contest.ruleset,
        "number": contest.number,
        "parent": contest.parent,
        "status": contest.status.value,
        "size": contest.size,
        "twice": int(contest.both),
        "programs": int(contest.programs),
        "created": to_text(contest.created),
        "starts": to_text_or_none(contest.starts),
        "ends": to_text_or_none(contest.ends),
        "begun": contest.begun,
        "carried": contest.carried,
        "seq": contest.seq,
        "head": contest.head,
    }


def _contest(found: Row) -> Contest:
    with parsing(f"contest {found['id']}"):
        return Contest(
            id=found["id"],
            kind=ContestKind(found["kind"]),
            game=found["game"],
            ruleset=found["ruleset"],
            number=found["number"],
            parent=found["parent"],
            status=ContestStatus(found["status"]),
            size=found["size"],
            both=bool(found["twice"]),
            programs=bool(found["programs"]),
            created=from_text(found["created"]),
            starts=from_text_or_none(found["starts"]),
            ends=from_text_or_none(found["ends"]),
            begun=found["begun"],
            carried=found["carried"],
            seq=found["seq"],
            head=found["head"],
        )


def _entry_values(entry: Entry) -> dict[str, object]:
    return {
        "contest": entry.contest,
        "player": entry.player,
        "since": to_text(entry.since),
        "place": entry.place,
        "rating": entry.rating,
        "once": int(entry.once),
        "told": entry.told.value,
        "step": entry.step,
        "rests": to_text_or_none(entry.rests),
        "gone": entry.gone.value,
        "until": to_text_or_none(entry.until),
        "struck": int(entry.struck),
        "final": entry.final,
    }


def _entry(found: Row) -> Entry:
    with parsing(f"an entry of contest {found['contest']}"):
        return Entry(
            contest=found["contest"],
            player=found["player"],
            since=from_text(found["since"]),
            place=found["place"],
            rating=found["rating"],
            once=bool(found["once"]),
            told=Told(found["told"]),
            step=found["step"],
            rests=from_text_or_none(found["rests"]),
            gone=Gone(found["gone"]),
            until=from_text_or_none(found["until"]),
            struck=bool(found["struck"]),
            final=found["final"],
        )


def _game_values(game: ContestGame) -> dict[str, object]:
    return {
        "board": game.board,
        "contest": game.contest,
        "round": game.round,
        "first": game.players.first,
        "second": game.players.second,
        "begun": to_text(game.begun),
        "challenger": game.by,
        "how": game.how.value,
        "halves": game.halves,
        "absent": game.absent,
        "ended": to_text_or_none(game.ended),
    }


def _game(found: Row) -> ContestGame:
    with parsing(f"the game of a contest on board {found['board']}", board=found["board"]):
        return ContestGame(
            board=found["board"],
            contest=found["contest"],
            round=found["round"],
            players=BySeat(found["first"], found["second"]),
            begun=from_text(found["begun"]),
            by=found["challenger"],
            how=How(found["how"]),
            halves=found["halves"],
            absent=found["absent"],
            ended=from_text_or_none(found["ended"]),
        )


def _event_values(event: ContestEvent) -> dict[str, object]:
    return {
        "contest": event.contest,
        "seq": event.seq,
        "kind": event.kind,
        "data": to_json(dict(event.data)),
        # Not ``to_text``: the hash covers this text, with its original offset.
        "at": event.at.isoformat(),
        "letter": event.cause.letter,
        "act": event.cause.act,
        "request": event.cause.request,
        "previous": event.previous,
        "hash": event.hash,
    }


def _event(found: Row) -> ContestEvent:
    cause = cause_of(found)
    try:
        return ContestEvent(
            contest=found["contest"],
            seq=found["seq"],
            kind=found["kind"],
            data=from_json(found["data"]),
            at=from_text(found["at"]),
            cause=cause,
            previous=found["previous"],
            hash=found["hash"],
        )
    except PARSE_ERRORS as error:
        what = f"event {found['seq']} of contest {found['contest']} ({cause}) cannot be read"
        raise DamagedError(f"{what}: {error}", **cause._asdict()) from error
