"""The state of a game with one sign on each cell of its board."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from ..game import Outcome, Seat

EMPTY = "."

Move = tuple[int, ...]
"""The cells of a move in the order in which it is written."""

SWAP: Move = (-1,)
"""The move by which the second side takes the first side's stone over."""


@dataclass(frozen=True, slots=True)
class State:
    """A board and whose turn it is.

    board: a sign for each cell, in the order of the grid's cells.
    turn: the side to move, or the side that would be if the game were not over.
    end: how the game ended, None while it runs.
    ply, last, taken: the number of plies since the start, the last move, and the sign that it took
        from the board, "" for none.
    earlier: in a game with a rule of repetition, the positions before that can come again.
    passed: whether the last ply was a forced pass.

    Only board and turn are compared.
    """

    board: str
    turn: Seat
    end: Outcome | None = field(default=None, compare=False)
    ply: int = field(default=0, compare=False)
    last: Move | None = field(default=None, compare=False)
    taken: str = field(default="", compare=False)
    earlier: tuple[str, ...] = field(default=(), compare=False)
    passed: bool = field(default=False, compare=False)

    def past(self) -> str:
        """Return what board and turn leave out, for ``with_past``."""
        return json.dumps([self.ply, self.last, self.taken, self.passed, *self.earlier])

    def with_past(self, past: str) -> State:
        ply, last, taken, passed, *before = json.loads(past)
        moved, earlier = tuple(last) if last else None, tuple(before)
        return replace(self, ply=ply, last=moved, taken=taken, passed=passed, earlier=earlier)
