"""Breakthrough: one step ahead with each move, and who reaches the last row wins."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import IllegalMove
from ..game import Outcome, Seat
from ..kit.grid import Place, square
from ..kit.state import EMPTY, Move, State
from ..kit.stepping import StepGame
from ..kit.teaching import taught
from ..lesson import Lesson
from ..phrase import Phrase
from .lesson import TASKS, VIEWS
from .words import WORDS

_AHEAD = {Seat.FIRST: 1, Seat.SECOND: -1}


class Breakthrough(StepGame):
    name, must_move, words = "breakthrough", "BT2", WORDS
    decisive = True

    def __init__(self, size: int) -> None:
        ruleset = "standard" if size == 8 else f"{size}x{size}"
        setup = "w" * 2 * size + EMPTY * (size - 4) * size + "b" * 2 * size
        title = f"Breakthrough by Dan Troyka, {size}x{size}: reach the other side"
        super().__init__(ruleset, title, square(size, size), setup)
        self._ways = {seat: [self._of(seat, cell) for cell in self.grid.cells] for seat in Seat}
        self._home = {Seat.FIRST: slice(-size, None), Seat.SECOND: slice(0, size)}

    def _of(self, seat: Seat, cell: int) -> tuple[tuple[Move, bool], ...]:
        """BT2: return the steps from a cell, each with whether it leads straight ahead."""
        steps = ((self.grid.step(cell, Place(x, _AHEAD[seat])), x == 0) for x in (-1, 0, 1))
        return tuple(((cell, end), straight) for end, straight in steps if end is not None)

    def moves(self, state: State) -> Iterator[Move]:
        board, own, ways = state.board, self.sign(state.turn), self._ways[state.turn]
        for cell, sign in enumerate(board):
            if sign == own:
                for step, straight in ways[cell]:
                    there = board[step[1]]
                    if there == EMPTY or (there != own and not straight):
                        yield step

    def check(self, state: State, move: Move) -> None:
        (origin, target), own, facts = move, self.sign(state.turn), self.cells(move)
        board, straight = state.board, dict(self._ways[state.turn][origin]).get(move)
        if board[origin] == EMPTY:
            raise IllegalMove("BT2", "nothing_there", cell=facts["origin"])
        if board[origin] != own:
            raise IllegalMove("BT2", "not_yours", cell=facts["origin"])
        if straight is None:
            raise IllegalMove("BT2", "one_step_ahead", **facts)
        if board[target] == own:
            raise IllegalMove("BT4", "own_piece_there", target=facts["target"])
        if straight and board[target] != EMPTY:
            raise IllegalMove("BT3", "no_capture_ahead", target=facts["target"])

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:  # noqa: ARG002
        for seat in (turn.other, turn):
            if self.sign(seat) in board[self._home[seat]]:
                return Outcome(seat, "last_row")
            if self.sign(seat.other) not in board:
                return Outcome(seat, "all_taken")
        return None

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        (origin, target), facts = move, self.cells(move)
        if state.board[target] != EMPTY:
            yield Phrase("explains_capture", {"rule": "BT4", **facts})
        elif self.grid.places[origin].column == self.grid.places[target].column:
            yield Phrase("explains_straight", {"rule": "BT3", **facts})
        else:
            yield Phrase("explains_diagonal", {"rule": "BT4", **facts})
        if after.end and after.end.reason == "last_row":
            yield Phrase("explains_last_row", {"rule": "BT5", "target": facts["target"]})
        elif after.end:
            yield Phrase("explains_all_taken", {"rule": "BT6"})

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
