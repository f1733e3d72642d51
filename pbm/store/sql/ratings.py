"""Rating changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbm.core.by_seat import BySeat
from pbm.core.ratings import Place, RatedGame, Rating, RatingChange
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import Row, Table, insert, parsing, rows
from pbm.store.sql.times import from_text, to_text


class SqlRatings:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "ratings")

    def add(self, changes: Sequence[RatingChange]) -> None:
        for seat, change in enumerate(changes):
            insert(self._table, _values(change, seat))

    def now(self, game: str, player: int) -> Rating:
        return self._latest("game = ? AND player = ?", game, player)

    def before(self, game: str, player: int, place: Place) -> Rating:
        earlier = "game = ? AND player = ? AND (ended, board) < (?, ?)"
        return self._latest(earlier, game, player, to_text(place[0]), place[1])

    def of_board(self, board: int) -> Sequence[RatingChange]:
        return self._changes("board = ? ORDER BY seat", board)

    def of_player(self, game: str, player: int) -> Sequence[RatingChange]:
        return self._changes(
            "game = ? AND player = ? ORDER BY ended DESC, board DESC", game, player
        )

    def of_pair(self, game: str, one: int, other: int, since: datetime) -> int:
        self._lock(game)
        pair = "game = ? AND player = ? AND opponent = ? AND ended > ?"
        return len(self._changes(pair, game, one, other, to_text(since)))

    def standing(self, game: str) -> Sequence[RatingChange]:
        return self._changes(
            "game = ? AND NOT EXISTS (SELECT 1 FROM ratings AS later"
            " WHERE later.game = ratings.game AND later.player = ratings.player"
            " AND (later.ended, later.board) > (ratings.ended, ratings.board))"
            " ORDER BY points DESC, games DESC, player",
            game,
        )

    def take_after(self, game: str, place: Place) -> Sequence[RatedGame]:
        self._lock(game)
        ended, board = to_text(place[0]), place[1]
        later = "game = ? AND (ended, board) > (?, ?)"
        taken = self._changes(f"{later} AND seat = 0 ORDER BY ended, board", game, ended, board)
        self._db.put(f"DELETE FROM ratings WHERE {later}", [game, ended, board])  # noqa: S608
        return [
            RatedGame(
                each.board, each.game, BySeat(each.player, each.opponent), each.score, each.ended
            )
            for each in taken
        ]

    def list(self) -> Sequence[RatingChange]:
        return self._changes("1 = 1 ORDER BY game, ended, board, seat")

    def clear(self) -> None:
        self._db.put("DELETE FROM ratings")

    def _lock(self, game: str) -> None:
        self._db.lock(f"ratings {game}")

    def _latest(self, where: str, *parameters: object) -> Rating:
        found = self._changes(f"{where} ORDER BY ended DESC, board DESC LIMIT 1", *parameters)
        return found[0].after if found else Rating()

    def _changes(self, where: str, *parameters: object) -> Sequence[RatingChange]:
        found = rows(
            self._db,
            f"SELECT * FROM ratings WHERE {where}",  # noqa: S608 (conditions are constants)
            parameters,
        )
        return [_change(each) for each in found]


def _values(change: RatingChange, seat: int) -> dict[str, object]:
    return {
        "board": change.board,
        "seat": seat,
        "game": change.game,
        "player": change.player,
        "opponent": change.opponent,
        "score": change.score,
        "ended": to_text(change.ended),
        "points_before": change.before.points,
        "points": change.after.points,
        "games": change.after.games,
    }


def _change(found: Row) -> RatingChange:
    with parsing(f"a rating of board {found['board']}", board=found["board"]):
        return RatingChange(
            board=found["board"],
            game=found["game"],
            player=found["player"],
            opponent=found["opponent"],
            score=found["score"],
            ended=from_text(found["ended"]),
            before=Rating(found["points_before"], found["games"] - 1),
            after=Rating(found["points"], found["games"]),
        )
