"""Analyses of finished games, and the players who wait for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from pbm.core.analyses import AnalysisAsked, GameAnalysis
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Table, insert_unless_taken, parsing, row, rows
from pbm.store.sql.times import from_text, to_text


class SqlAnalyses:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._asked = Table(db, "analyses_asked")

    def put(self, analysis: GameAnalysis) -> None:
        self._db.put(
            "INSERT INTO analyses (board, seq, version, made, found) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (board) DO UPDATE SET seq = excluded.seq, version = excluded.version,"
            " made = excluded.made, found = excluded.found",
            [
                analysis.board,
                analysis.seq,
                analysis.version,
                to_text(analysis.made),
                analysis.to_json(),
            ],
        )

    def get(self, board: int) -> GameAnalysis | None:
        found = row(self._db, "SELECT * FROM analyses WHERE board = ?", [board])
        if found is None:
            return None
        with parsing(f"the analysis of board {board}", board=board):
            made = from_text(found["made"])
            return GameAnalysis.from_json(
                board, found["seq"], found["version"], made, found["found"]
            )

    def made(self) -> Mapping[int, datetime]:
        found = rows(self._db, "SELECT board, made FROM analyses ORDER BY board")
        return {each["board"]: from_text(each["made"]) for each in found}

    def ask(self, board: int, player: int, at: datetime) -> None:
        values = {"board": board, "player": player, "at": to_text(at)}
        insert_unless_taken(self._asked, values)

    def asked(self) -> Sequence[AnalysisAsked]:
        found = rows(self._db, "SELECT * FROM analyses_asked ORDER BY at, board, player")
        return [
            AnalysisAsked(each["board"], each["player"], from_text(each["at"])) for each in found
        ]

    def settle(self, board: int) -> None:
        self._db.put("DELETE FROM analyses_asked WHERE board = ?", [board])

    def leave(self, player: int) -> None:
        self._db.put("DELETE FROM analyses_asked WHERE player = ?", [player])
