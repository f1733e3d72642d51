"""Fill a data directory with games by writing straight into the database.

Every game is legal, its events are sealed, an operator's act is their cause, and both players have
been mailed: the audit finds nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbm.app.application import App
from pbm.app.config import load
from pbm.core.board import Board
from pbm.core.boards import after, opened
from pbm.core.by_seat import BySeat
from pbm.core.choices import Choice
from pbm.core.events import Deed, Event
from pbm.core.happenings import Moved
from pbm.core.model import Cause, Match
from pbm.core.openings import Created, Terms
from pbm.core.snapshots import snapshot
from pbm.play.settings import TEXT
from pbm.store.administration import FILE
from pbm.store.protocol import Transaction
from pbm.store.sql.matches import event_values, match_values
from pbm.store.sql.rows import to_json
from pbm.store.sql.times import to_text
from pbm.store.sqlite.connection import connect, immediate
from scripts.benchmarks.courses import Course

DOMAIN = "games.example.com"
NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
PLAYERS = 200
_TOGETHER = 2000

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Stage:
    """The state shared by all boards that have reached the same ply of one course.

    match: the board at that ply. kept: its snapshot as JSON.
    """

    match: Match
    deeds: tuple[Deed, ...]
    kept: str


def app(data: Path) -> App:
    return App(load({"data": str(data), "domain": DOMAIN}, {}))


def fill(data: Path, courses: Sequence[Course], played: int, count: int) -> range:
    """Add ``count`` boards at ply ``played``, of each course in turn. Return their numbers."""
    with closing(app(data)) as made, made.store.transaction() as tx:
        act = tx.acts.add("benchmark", "", {}, NOW).id
        last = max((match.board for match in tx.matches.list()), default=0)
        _sign_up(tx)
    boards = range(last + 1, last + 1 + count)
    stages = [stage(course, played) for course in courses]
    with closing(connect(data / FILE)) as db:
        for start in range(0, count, _TOGETHER):
            _insert(db, boards[start : start + _TOGETHER], stages, act)
    return boards


def players_of(board: int) -> BySeat[int]:
    """The players' ids; player 7 is ``player7``, at player7@example.org."""
    pair = board % (PLAYERS // 2)
    return BySeat(2 * pair + 1, 2 * pair + 2)


def address(player: int) -> str:
    return f"player{player}@example.org"


def stage(course: Course, played: int) -> Stage:
    opening = _opening(course.spec, 0)
    moves = (Moved(step.seat, step.text) for step in course.steps[:played])
    deeds = [opening, *(Deed(move, NOW) for move in moves)]
    board: Board = opened(opening)
    for deed in deeds[1:]:
        board = after(board, deed)
    return Stage(board.match, tuple(deeds), to_json(dict(snapshot(board))))


def _opening(spec: str, board: int) -> Deed:
    return Deed(Created(Terms(spec=spec, players=players_of(board))), NOW)


def _sign_up(tx: Transaction) -> None:
    """:raises RuntimeError: if other players have the ids of those on the boards"""
    for player in range(1, PLAYERS + 1):
        userid = f"player{player}"
        found = tx.players.find(player)
        if found is None:
            found = tx.players.add(userid, userid, [address(player)], None, NOW)
            # To players without this choice, the first mail would also mention pictures.
            tx.players.set_setting(player, Choice.MAIL, TEXT)
        if found.userid != userid:
            raise RuntimeError(f"player {player} is {found.userid}: fill before others sign up")


def _insert(db: sqlite3.Connection, boards: range, stages: Sequence[Stage], act: int) -> None:
    matches, events, mails, kept = list[Row](), list[Row](), list[Row](), list[Row]()
    for board in boards:
        copied = stages[board % len(stages)]
        sealed = list(_sealed(copied, board, act))
        events += ({**event_values(event), "offered": 1} for event in sealed)
        matches.append(_match_row(copied.match, sealed[-1]))
        mails += _mail_rows(sealed[-1])
        kept.append({"board": board, "head": sealed[-1].hash, "kept": copied.kept})
    with immediate(db):
        tables = {"matches": matches, "events": events, "outbox": mails, "snapshots": kept}
        for table, rows in tables.items():
            db.executemany(_insertion(table, rows[0]), rows)


def _sealed(copied: Stage, board: int, act: int) -> Iterator[Event]:
    """The deeds as events of this board. The first event gets the board's players."""
    deeds = [_opening(copied.match.spec, board), *copied.deeds[1:]]
    head = ""
    for seq, deed in enumerate(deeds, 1):
        event = Event.sealed(board, seq, head, deed, Cause(act=act))
        yield event
        head = event.hash


def _match_row(match: Match, last: Event) -> Row:
    players = players_of(last.board)
    seated = replace(match, players=players, seq=last.seq, head=last.hash)
    return {"board": last.board, **match_values(seated)}


def _mail_rows(last: Event) -> Iterator[Row]:
    for player in players_of(last.board):
        yield {
            "recipient": address(player),
            "kind": "board",
            "message_id": f"<{last.board}.{player}@{DOMAIN}>",
            "raw": b"",
            "act": last.cause.act,
            "nonce": "",
            "reply": 0,
            "board": last.board,
            "seq": last.seq,
            "player": player,
            "status": "sent",
            "queued": to_text(NOW),
            "due": to_text(NOW),
        }


def _insertion(table: str, row: Row) -> str:
    names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
    return f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 (names of ours)
