"""Clobber: each move takes a neighbour, and who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import IllegalMove
from ..game import Outcome, Seat
from ..kit.grid import square
from ..kit.state import EMPTY, Move, State
from ..kit.stepping import StepGame
from ..kit.teaching import taught
from ..lesson import Lesson
from ..phrase import Phrase
from .lesson import TASKS, VIEWS
from .words import WORDS


class Clobber(StepGame):
    name, must_move, words = "clobber", "CL2", WORDS
    decisive = True

    def __init__(self, rows: int, columns: int) -> None:
        ruleset = f"{rows}x{columns}"
        setup = (self.signs[(at + row) % 2] for row in range(rows) for at in range(columns))
        title = f"Clobber by Albert, Grossman, Nowakowski, {ruleset}: take or lose"
        super().__init__(ruleset, title, square(columns, rows, diagonal=False), "".join(setup))
        near = self.grid.adjacent
        self._ways = [tuple((cell, end) for end in near[cell]) for cell in self.grid.cells]

    def moves(self, state: State) -> Iterator[Move]:
        board, own, other = state.board, self.sign(state.turn), self.sign(state.turn.other)
        for cell, sign in enumerate(board):
            if sign == own:
                for step in self._ways[cell]:
                    if board[step[1]] == other:
                        yield step

    def check(self, state: State, move: Move) -> None:
        (origin, target), own, facts = move, self.sign(state.turn), self.cells(move)
        board = state.board
        if board[origin] == EMPTY:
            raise IllegalMove("CL2", "nothing_there", cell=facts["origin"])
        if board[origin] != own:
            raise IllegalMove("CL2", "not_yours", cell=facts["origin"])
        if move not in self._ways[origin]:
            raise IllegalMove("CL2", "not_beside", **facts)
        if board[target] == EMPTY:
            raise IllegalMove("CL3", "nothing_to_take", target=facts["target"])
        if board[target] == own:
            raise IllegalMove("CL3", "own_piece_there", target=facts["target"])

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:  # noqa: ARG002
        can_move = any(True for _ in self.moves(State(board, turn)))
        return None if can_move else Outcome(turn.other, "cannot_move")

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:  # noqa: ARG002
        yield Phrase("explains_taking", {"rule": "CL2", **self.cells(move)})
        if after.end:
            yield Phrase("explains_stuck", {"rule": "CL4"})

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
