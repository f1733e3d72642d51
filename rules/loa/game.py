"""Lines of Action: men move as far as there are men on their lines; who connects theirs wins."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from ..errors import IllegalMove
from ..game import Outcome, Seat
from ..kit.grid import DIAGONALS, SIDES, Place, square
from ..kit.state import EMPTY, Move, State
from ..kit.stepping import StepGame
from ..kit.teaching import taught
from ..kit.view import BLACK, WHITE
from ..lesson import Lesson
from ..phrase import Phrase, Word
from .lesson import TASKS, VIEWS
from .words import WORDS

SIZE = 8
_AXES = (*SIDES[:2], *DIAGONALS[:2])


class _Way(NamedTuple):
    """A move along a line of the board: its distance, and the cells of both as parts of a board."""

    move: Move
    far: int
    line: slice
    between: slice


class LinesOfAction(StepGame):
    name, words = "loa", WORDS
    also = ("lines of action", "lignes d'action", "linee d'azione", "linee di azione")
    must_move, passes = "LA7", True
    repeats, repeating = 3, "LA8"
    seats, signs, looks, faces = ("Black", "White"), "bw", (BLACK, WHITE), False

    def __init__(self) -> None:
        ends, middle = f".{'b' * (SIZE - 2)}.", f"w{EMPTY * (SIZE - 2)}w"
        setup = ends + middle * (SIZE - 2) + ends
        title = "Lines of Action by Claude Soucie: bring all your men together"
        super().__init__("standard", title, square(SIZE, SIZE), setup)
        lines = [[[*self._line(cell, axis)] for axis in _AXES] for cell in self.grid.cells]
        self._ways = {way.move: way for of_cell in lines for line in of_cell for way in line}
        # For each cell its lines, and by the number of men on a line the ways along it.
        self._axes = [
            [
                (line[0].line, [[way for way in line if way.far == men] for men in range(SIZE + 1)])
                for line in of_cell
                if line
            ]
            for of_cell in lines
        ]

    def _line(self, cell: int, axis: Place) -> Iterator[_Way]:
        """Yield the ways from a cell to all others on a line, both ways."""
        ahead = self.grid.ray(cell, axis)
        behind = self.grid.ray(cell, Place(-axis.column, -axis.row))
        step = axis.column + SIZE * axis.row
        line = slice(min((cell, *behind)), max((cell, *ahead)) + 1, step)
        for far, end in enumerate(ahead, 1):
            yield _Way((cell, end), far, line, slice(cell + step, end, step))
        for far, end in enumerate(behind, 1):
            yield _Way((cell, end), far, line, slice(end + step, cell, step))

    def moves(self, state: State) -> Iterator[Move]:
        """LA2, LA3, LA4."""
        board, own, other = state.board, self.sign(state.turn), self.sign(state.turn.other)
        for cell, sign in enumerate(board):
            if sign == own:
                for line, ways in self._axes[cell]:
                    on_it = board[line]
                    for move, _, _, between in ways[len(on_it) - on_it.count(EMPTY)]:
                        if board[move[1]] != own and other not in board[between]:
                            yield move

    def check(self, state: State, move: Move) -> None:
        board, own, facts = state.board, self.sign(state.turn), self.cells(move)
        if board[move[0]] == EMPTY:
            raise IllegalMove("LA2", "nothing_there", cell=facts["origin"])
        if board[move[0]] != own:
            raise IllegalMove("LA2", "not_yours", cell=facts["origin"])
        if move not in self._ways:
            raise IllegalMove("LA2", "no_line", **facts)
        way = self._ways[move]
        if self._men(board, way) != way.far:
            raise IllegalMove("LA2", "wrong_distance", count=self._men(board, way), far=way.far)
        if self.sign(state.turn.other) in board[way.between]:
            raise IllegalMove("LA3", "man_between", **facts)
        if board[move[1]] == own:
            raise IllegalMove("LA4", "own_piece_there", target=facts["target"])

    def _men(self, board: str, way: _Way) -> int:
        return len(board[way.line].replace(EMPTY, ""))

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:  # noqa: ARG002
        """LA5, LA6: the side that has moved is asked first."""
        for seat in (turn.other, turn):
            if self._group(board, seat):
                return Outcome(seat, "connected")
        return None

    def _group(self, board: str, seat: Seat) -> set[int]:
        """LA5: return the men of a side if all are connected."""
        sign = self.sign(seat)
        found = self.grid.chain(board, board.index(sign)) if sign in board else set[int]()
        return found if len(found) == board.count(sign) else set()

    def shown_chain(self, state: State) -> Container[int]:
        winner = state.end.winner if state.end else None
        return self._group(state.board, winner) if winner else ()

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        facts, men = self.cells(move), self._men(state.board, self._ways[move])
        yield Phrase("explains_line", {"rule": "LA2", "count": men, **facts})
        if after.taken:
            yield Phrase("explains_capture", {"rule": "LA4", "target": facts["target"]})
        if after.end and after.end.winner:
            both = all(self._group(after.board, seat) for seat in Seat)
            rule = "LA6" if both or after.end.winner is not state.turn else "LA5"
            won = {"seat": self.seat(after.end.winner), "how": Word("because_connected")}
            yield Phrase("explains_win", {"rule": rule, **won})

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
