"""Puzzles, the tries of players, and their ratings as solvers."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.games import Puzzle
from pbm.core.puzzles import KeptPuzzle, PuzzleTry, TryState
from pbm.core.ratings import Rating
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import (
    Row,
    Table,
    from_json,
    insert_numbered,
    parsing,
    row,
    rows,
    to_json,
    update,
)
from pbm.store.sql.times import from_text, to_text


class SqlPuzzles:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "puzzles")

    def add(self, spec: str, puzzle: Puzzle, origin: str) -> KeptPuzzle | None:
        game, _, ruleset = spec.partition("/")
        known = "SELECT 1 FROM puzzles WHERE game = ? AND ruleset = ? AND position = ?"
        if row(self._db, known, [game, ruleset, puzzle.position]):
            return None
        rating = Rating()
        values = {
            "game": game,
            "ruleset": ruleset,
            "position": puzzle.position,
            "line": to_json(puzzle.line),
            "origin": origin,
            "points": rating.points,
            "tried": rating.games,
        }
        return KeptPuzzle(insert_numbered(self._table, values), spec, puzzle, origin, rating)

    def get(self, puzzle: int) -> KeptPuzzle | None:
        found = row(self._db, "SELECT * FROM puzzles WHERE id = ?", [puzzle])
        return _puzzle(found) if found else None

    def list(self, game: str | None = None) -> Sequence[KeptPuzzle]:
        found = rows(self._db, "SELECT * FROM puzzles ORDER BY id")
        return [_puzzle(each) for each in found if game in (None, each["game"])]

    def rate(self, puzzle: int, rating: Rating) -> None:
        update(self._table, {"points": rating.points, "tried": rating.games}, id=puzzle)

    def nearest(self, player: int, game: str, points: int) -> KeptPuzzle | None:
        found = row(
            self._db,
            "SELECT * FROM puzzles WHERE game = ? AND NOT EXISTS (SELECT 1 FROM puzzle_tries"
            "  WHERE puzzle_tries.player = ? AND puzzle_tries.puzzle = puzzles.id)"
            " ORDER BY abs(points - ?), id LIMIT 1",
            [game, player, points],
        )
        return _puzzle(found) if found else None

    def try_of(self, player: int, puzzle: int) -> PuzzleTry | None:
        found = row(
            self._db,
            "SELECT * FROM puzzle_tries WHERE player = ? AND puzzle = ?",
            [player, puzzle],
        )
        return _try(found) if found else None

    def tries(self, player: int) -> Sequence[PuzzleTry]:
        found = rows(
            self._db, "SELECT * FROM puzzle_tries WHERE player = ? ORDER BY at, puzzle", [player]
        )
        return [_try(each) for each in found]

    def put_try(self, tried: PuzzleTry) -> None:
        self._db.put(
            "INSERT INTO puzzle_tries (player, puzzle, at, found, state) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (player, puzzle) DO UPDATE SET at = excluded.at, found = excluded.found,"
            " state = excluded.state",
            [tried.player, tried.puzzle, to_text(tried.at), tried.found, tried.state.value],
        )

    def rating(self, player: int, game: str) -> Rating:
        found = row(
            self._db,
            "SELECT points, tried FROM solvers WHERE player = ? AND game = ?",
            [player, game],
        )
        return Rating(found["points"], found["tried"]) if found else Rating()

    def set_rating(self, player: int, game: str, rating: Rating) -> None:
        self._db.put(
            "INSERT INTO solvers (player, game, points, tried) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (player, game) DO UPDATE SET points = excluded.points,"
            " tried = excluded.tried",
            [player, game, rating.points, rating.games],
        )

    def solvers(self, game: str) -> Sequence[tuple[int, Rating]]:
        found = rows(
            self._db,
            "SELECT player, points, tried FROM solvers WHERE game = ? ORDER BY points DESC, player",
            [game],
        )
        return [(each["player"], Rating(each["points"], each["tried"])) for each in found]

    def erase(self, player: int) -> None:
        self._db.put("DELETE FROM puzzle_tries WHERE player = ?", [player])
        self._db.put("DELETE FROM solvers WHERE player = ?", [player])


def _puzzle(found: Row) -> KeptPuzzle:
    with parsing(f"puzzle {found['id']}"):
        return KeptPuzzle(
            found["id"],
            f"{found['game']}/{found['ruleset']}",
            Puzzle(found["position"], tuple(from_json(found["line"]))),
            found["origin"],
            Rating(found["points"], found["tried"]),
        )


def _try(found: Row) -> PuzzleTry:
    with parsing(f"a try of puzzle {found['puzzle']}"):
        return PuzzleTry(
            found["player"],
            found["puzzle"],
            from_text(found["at"]),
            found["found"],
            TryState(found["state"]),
        )
