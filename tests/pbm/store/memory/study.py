"""Analyses and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from pbm.core.analyses import AnalysisAsked, GameAnalysis
from pbm.core.games import Puzzle
from pbm.core.puzzles import KeptPuzzle, PuzzleTry
from pbm.core.ratings import Rating
from tests.pbm.store.memory.state import Repository


class MemoryAnalyses(Repository):
    def put(self, analysis: GameAnalysis) -> None:
        self._state.analyses[analysis.board] = analysis

    def get(self, board: int) -> GameAnalysis | None:
        return self._state.analyses.get(board)

    def made(self) -> Mapping[int, datetime]:
        return {board: each.made for board, each in sorted(self._state.analyses.items())}

    def ask(self, board: int, player: int, at: datetime) -> None:
        self._state.analyses_asked.setdefault((board, player), at)

    def asked(self) -> Sequence[AnalysisAsked]:
        found = [AnalysisAsked(*place, at) for place, at in self._state.analyses_asked.items()]
        return sorted(found, key=lambda each: (each.at, each.board, each.player))

    def settle(self, board: int) -> None:
        self._forget(lambda place: place[0] == board)

    def leave(self, player: int) -> None:
        self._forget(lambda place: place[1] == player)

    def _forget(self, is_over: Callable[[tuple[int, int]], bool]) -> None:
        for place in filter(is_over, [*self._state.analyses_asked]):
            del self._state.analyses_asked[place]


class MemoryPuzzles(Repository):
    def add(self, spec: str, puzzle: Puzzle, origin: str) -> KeptPuzzle | None:
        place = spec, puzzle.position
        if any((each.spec, each.puzzle.position) == place for each in self._state.puzzles):
            return None
        return self._state.puzzles.add(lambda number: KeptPuzzle(number, spec, puzzle, origin))

    def get(self, puzzle: int) -> KeptPuzzle | None:
        return self._state.puzzles.get(puzzle)

    def list(self, game: str | None = None) -> Sequence[KeptPuzzle]:
        return [each for each in self._state.puzzles if game in (None, each.game.name)]

    def rate(self, puzzle: int, rating: Rating) -> None:
        self._state.puzzles.change(puzzle, rating=rating)

    def nearest(self, player: int, game: str, points: int) -> KeptPuzzle | None:
        untried = [each for each in self.list(game) if self.try_of(player, each.id) is None]
        return min(
            untried, key=lambda each: (abs(each.rating.points - points), each.id), default=None
        )

    def try_of(self, player: int, puzzle: int) -> PuzzleTry | None:
        return self._state.puzzle_tries.get((player, puzzle))

    def tries(self, player: int) -> Sequence[PuzzleTry]:
        found = [each for each in self._state.puzzle_tries.values() if each.player == player]
        return sorted(found, key=lambda each: (each.at, each.puzzle))

    def put_try(self, tried: PuzzleTry) -> None:
        self._state.puzzle_tries[tried.player, tried.puzzle] = tried

    def rating(self, player: int, game: str) -> Rating:
        return self._state.solvers.get((player, game), Rating())

    def set_rating(self, player: int, game: str, rating: Rating) -> None:
        self._state.solvers[player, game] = rating

    def solvers(self, game: str) -> Sequence[tuple[int, Rating]]:
        found = [
            (player, rating) for (player, of), rating in self._state.solvers.items() if of == game
        ]
        return sorted(found, key=lambda each: (-each[1].points, each[0]))

    def erase(self, player: int) -> None:
        for tried in self.tries(player):
            del self._state.puzzle_tries[player, tried.puzzle]
        for place in [place for place in self._state.solvers if place[0] == player]:
            del self._state.solvers[place]
