"""Protocols of the store for analyses and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from pbm.core.analyses import AnalysisAsked, GameAnalysis
from pbm.core.games import Puzzle
from pbm.core.puzzles import KeptPuzzle, PuzzleTry
from pbm.core.ratings import Rating


class Analyses(Protocol):
    """Analyses of finished games, and the players who wait for one."""

    def put(self, analysis: GameAnalysis) -> None:
        """Store the analysis of a board; it replaces the previous one."""

    def get(self, board: int) -> GameAnalysis | None: ...

    def made(self) -> Mapping[int, datetime]:
        """The time when each analysis was made, by board and in the order of boards."""

    def ask(self, board: int, player: int, at: datetime) -> None:
        """Note that a player waits for the analysis of a board. Idempotent."""

    def asked(self) -> Sequence[AnalysisAsked]:
        """The open requests, the oldest first."""

    def settle(self, board: int) -> None:
        """Note that nobody waits for the analysis of a board any longer."""

    def leave(self, player: int) -> None:
        """Note that a player no longer waits for any analysis."""


class Puzzles(Protocol):
    """Puzzles, the tries of players, and the ratings of players for the puzzles of each game."""

    def add(self, spec: str, puzzle: Puzzle, origin: str) -> KeptPuzzle | None:
        """Store a puzzle and return it; None if one with this position is stored already."""

    def get(self, puzzle: int) -> KeptPuzzle | None: ...

    def list(self, game: str | None = None) -> Sequence[KeptPuzzle]:
        """All puzzles of a game, or of all games, by their numbers."""

    def rate(self, puzzle: int, rating: Rating) -> None:
        """Store how hard a puzzle is."""

    def nearest(self, player: int, game: str, points: int) -> KeptPuzzle | None:
        """The puzzle of a game that the player has not tried with the rating nearest to ``points``.

        Of several, the one with the lowest number; None if the player has tried all.
        """

    def try_of(self, player: int, puzzle: int) -> PuzzleTry | None: ...

    def tries(self, player: int) -> Sequence[PuzzleTry]:
        """All tries of a player, the oldest first."""

    def put_try(self, tried: PuzzleTry) -> None:
        """Store a try; it replaces the previous one of the same player and puzzle."""

    def rating(self, player: int, game: str) -> Rating:
        """A player's rating for the puzzles of a game; the initial one before the first puzzle."""

    def set_rating(self, player: int, game: str, rating: Rating) -> None: ...

    def solvers(self, game: str) -> Sequence[tuple[int, Rating]]:
        """The players who have a rating for the puzzles of a game, the highest first."""

    def erase(self, player: int) -> None:
        """Delete all tries and ratings of a player. The ratings of the puzzles stay."""
