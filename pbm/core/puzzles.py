"""Puzzles and players' tries as the store keeps them, without texts for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from pbm.core.games import AnyGame, Puzzle, engine_of, find, moves_to_find
from pbm.core.ratings import Rating, expectation


@dataclass(frozen=True)
class KeptPuzzle:
    """A puzzle with its number.

    spec: the rule set. origin: where it was found. rating: how hard the puzzle is: a player whose
    first try fails loses against it.
    """

    id: int
    spec: str
    puzzle: Puzzle
    origin: str
    rating: Rating = field(default_factory=Rating)

    @property
    def game(self) -> AnyGame:
        return find(self.spec)

    @property
    def is_sudden(self) -> bool:
        """Whether the winning move, or the last of several, ends the game at once."""
        return engine_of(self.game).is_sudden

    @property
    def to_find(self) -> int:
        """How many moves have to be found."""
        return moves_to_find(self.game, self.puzzle)

    def to_json(self) -> str:
        """The puzzle as a line of JSON, with its solution."""
        return json.dumps(
            {
                "puzzle": self.id,
                "spec": self.spec,
                "position": self.puzzle.position,
                "line": self.puzzle.line,
                "origin": self.origin,
                "rating": self.rating.points,
                "tried": self.rating.games,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """:raises ValueError, KeyError, TypeError: if the text is not what ``to_json`` returns"""
        facts: Mapping[str, Any] = json.loads(text)
        puzzle = Puzzle(facts["position"], tuple(facts["line"]))
        rating = Rating(facts["rating"], facts["tried"])
        return cls(facts["puzzle"], facts["spec"], puzzle, facts["origin"], rating)


class TryState(StrEnum):
    """The state of a try. SKIPPED: the player wanted another puzzle, and may come back."""

    OPEN = "open"
    SKIPPED = "skipped"
    FAILED = "failed"
    SOLVED = "solved"

    @property
    def is_rated(self) -> bool:
        """Whether the first try is over; further ones do not count."""
        return self in (TryState.FAILED, TryState.SOLVED)


@dataclass(frozen=True)
class PuzzleTry:
    """A player's try at a puzzle. found: how many of its moves the player has found so far."""

    player: int
    puzzle: int
    at: datetime
    found: int = 0
    state: TryState = TryState.OPEN

    def going_on(self, at: datetime, found: int, state: TryState) -> PuzzleTry:
        """Return the try after another move; the result of the first try stays."""
        return replace(self, at=at, found=found, state=self.state if self.state.is_rated else state)


def rated(solver: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a solver and of a puzzle after a first try."""
    score, expected = float(solved), expectation(solver, puzzle)
    return solver.after(score, expected), puzzle.after(1 - score, 1 - expected)
