"""Games in which a move takes a man to another cell, and may capture there."""

from __future__ import annotations

from collections.abc import Sequence

from ..phrase import Phrase
from .base import BoardGame
from .grid import Grid
from .notation import Steps
from .state import EMPTY, Move, State


class StepGame(BoardGame):
    """One rule set of such a game."""

    def __init__(self, ruleset: str, title: str, grid: Grid, setup: str) -> None:
        super().__init__(ruleset, title, grid, setup, Steps(grid))

    def has_form(self, move: Move) -> bool:
        return len(move) == 2 and all(cell in self.grid.names for cell in move)

    def played(self, state: State, move: Move) -> tuple[str, str]:
        origin, target = move
        cells = list(state.board)
        taken = cells[target].strip(EMPTY)
        cells[origin], cells[target] = EMPTY, cells[origin]
        return "".join(cells), taken

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        facts = {"player": self.seat(state.turn), **self.cells(move)}
        return [Phrase("moves" if state.board[move[1]] == EMPTY else "takes", facts)]

    def lifted(self, state: State, move: Move) -> str:  # noqa: ARG002 (the interface's)
        return self.grid.names[move[0]]

    def cells(self, move: Move) -> dict[str, str]:
        """Return the names of the cells of a move, as facts."""
        return {"origin": self.grid.names[move[0]], "target": self.grid.names[move[1]]}
