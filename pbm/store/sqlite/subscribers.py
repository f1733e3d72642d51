"""What subscribers have not heard of yet, and the feed of finished games that one of them keeps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlite_utils import Database

from pbm.core.by_seat import BySeat
from pbm.core.model import FinishedGame, Unheard
from pbm.core.results import Result
from pbm.store.sqlite.connection import from_text, to_text
from pbm.store.sqlite.rows import Row, listed, rows, to_json

# ruff: noqa: S608 (columns and lists have names of ours)


class SqliteUnheard:
    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, subscriber: str, board: int, seq: int, due: datetime) -> None:
        self._db.conn.execute(
            "INSERT INTO unheard (subscriber, board, seq, due) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [subscriber, board, seq, to_text(due)],
        )

    def due(self, subscriber: str, now: datetime, limit: int) -> Sequence[Unheard]:
        found = rows(
            self._db,
            "SELECT subscriber, board, seq FROM unheard WHERE subscriber = ? AND due <= ?"
            " ORDER BY due, board, seq LIMIT ?",
            [subscriber, to_text(now), limit],
        )
        return [Unheard(**each) for each in found]

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        self._db.conn.execute(
            "UPDATE unheard SET due = ? WHERE subscriber = ? AND board = ? AND seq = ?",
            [to_text(until), *unheard],
        )

    def drop(self, unheard: Unheard) -> None:
        self._db.conn.execute(
            "DELETE FROM unheard WHERE subscriber = ? AND board = ? AND seq = ?", [*unheard]
        )


class SqliteFinishedGames:
    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, game: FinishedGame) -> None:
        values = _values(game)
        names, places = ", ".join(values), ", ".join("?" * len(values))
        changes = ", ".join(f"{name} = excluded.{name}" for name in values)
        self._db.conn.execute(
            f"INSERT INTO finished_games ({names}) VALUES ({places})"
            f" ON CONFLICT (board, seq) DO UPDATE SET {changes}",
            [*values.values()],
        )

    def retain(self, board: int, seqs: Collection[int]) -> None:
        self._db.conn.execute(
            f"DELETE FROM finished_games WHERE board = :board AND seq NOT IN {listed('seqs')}",
            {"board": board, "seqs": to_json([*seqs])},
        )

    def unread(self, limit: int) -> Sequence[FinishedGame]:
        found = rows(
            self._db,
            "SELECT * FROM finished_games WHERE read = 0 ORDER BY finished, board, seq LIMIT ?",
            [limit],
        )
        return [_game(each) for each in found]

    def after(self, game: FinishedGame | None, limit: int) -> Sequence[FinishedGame]:
        place = (to_text(game.finished), game.board, game.seq) if game else ("", 0, 0)
        found = rows(
            self._db,
            "SELECT * FROM finished_games WHERE (finished, board, seq) > (?, ?, ?)"
            " ORDER BY finished, board, seq LIMIT ?",
            [*place, limit],
        )
        return [_game(each) for each in found]

    def mark_read(self, games: Sequence[FinishedGame]) -> None:
        self._db.conn.executemany(
            "UPDATE finished_games SET read = 1 WHERE board = ? AND seq = ?",
            [(game.board, game.seq) for game in games],
        )


def _values(game: FinishedGame) -> dict[str, object]:
    return {
        "board": game.board,
        "seq": game.seq,
        "game": game.game,
        "ruleset": game.ruleset,
        "first": game.players.first,
        "second": game.players.second,
        "result": game.result.value,
        "reason": game.reason,
        "plies": game.plies,
        "started": to_text(game.started),
        "finished": to_text(game.finished),
    }


def _game(found: Row) -> FinishedGame:
    return FinishedGame(
        board=found["board"],
        seq=found["seq"],
        game=found["game"],
        ruleset=found["ruleset"],
        players=BySeat(found["first"], found["second"]),
        result=Result(found["result"]),
        reason=found["reason"],
        plies=found["plies"],
        started=from_text(found["started"]),
        finished=from_text(found["finished"]),
    )
