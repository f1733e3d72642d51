"""Games in which a move sets a stone on an empty cell, perhaps with a swap as the second move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import IllegalMove
from ..game import Seat
from ..phrase import Phrase
from .base import BoardGame
from .grid import Grid
from .notation import Cells
from .state import EMPTY, SWAP, Move, State


class PlacingGame(BoardGame):
    """One rule set of such a game.

    placing, swapping: the rules by which stones are set, and by which the first one is taken over.
    """

    placing: str
    swapping: str
    faces = False

    def __init__(
        self, ruleset: str, title: str, grid: Grid, setup: str = "", *, swaps: bool = False
    ) -> None:
        self.swaps = swaps
        board = setup or EMPTY * len(grid.cells)
        super().__init__(ruleset, title, grid, board, Cells(grid, swaps))
        self._stones = {cell: (cell,) for cell in grid.cells}

    def swapped(self, cell: int) -> int:
        """Return where the stone stands after a swap; usually it stays."""
        return cell

    def may_swap(self, state: State) -> bool:
        """Return whether the board has the first stone alone, and the second side is to move."""
        return self.swaps and state.turn is Seat.SECOND and self._single(state.board)

    def _single(self, board: str) -> bool:
        return board.count(EMPTY) == len(board) - 1 and self.signs[0] in board

    def moves(self, state: State) -> Iterator[Move]:
        stones = self._stones
        for cell, sign in enumerate(state.board):
            if sign == EMPTY:
                yield stones[cell]
        if self.may_swap(state):
            yield SWAP

    def has_form(self, move: Move) -> bool:
        return move == SWAP or (len(move) == 1 and move[0] in self.grid.names)

    def check(self, state: State, move: Move) -> None:
        if move == SWAP:
            if not self.may_swap(state):
                raise IllegalMove(self.swapping, "no_swap")
        elif state.board[move[0]] != EMPTY:
            raise IllegalMove(self.placing, "taken_already", cell=self.grid.names[move[0]])

    def parse(self, state: State, text: str) -> Move:
        move = self.notation.read(text)
        is_taken_over = move != SWAP and not state.end and state.board[move[0]] != EMPTY
        if is_taken_over and self.may_swap(state) and self.swapped(move[0]) == move[0]:
            return SWAP
        self._check(state, move)
        return move

    def played(self, state: State, move: Move) -> tuple[str, str]:
        board, sign = state.board, self.signs[state.turn.value]
        if move == SWAP:
            cell = self.swapped(board.index(self.signs[0]))
            board = EMPTY * len(board)
        else:
            cell = move[0]
        return f"{board[:cell]}{sign}{board[cell + 1 :]}", ""

    def target(self, state: State, move: Move) -> str:
        """Return the name of the cell on which a stone is set or taken over."""
        board = state.board
        cell = self.swapped(board.index(self.signs[0])) if move == SWAP else move[0]
        return self.grid.names[cell]

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        facts = {"player": self.seat(state.turn), "cell": self.target(state, move)}
        return [Phrase("swaps" if move == SWAP else "places", facts)]

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:  # noqa: ARG002
        cell = self.target(state, move)
        if move == SWAP:
            yield Phrase("explains_swap", {"rule": self.swapping, "cell": cell})
        else:
            yield Phrase("explains_placing", {"rule": self.placing, "cell": cell})

    def lifted(self, state: State, move: Move) -> str:  # noqa: ARG002 (nothing is lifted)
        return ""

    def prompt(self, state: State) -> Sequence[Phrase]:
        return (Phrase("prompt_swap"),) if not state.end and self.may_swap(state) else ()
