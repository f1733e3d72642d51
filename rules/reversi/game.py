"""Reversi: a disc turns those that it encloses, and who has most in the end wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import IllegalMove
from ..game import Outcome, Seat
from ..kit.grid import square
from ..kit.placing import PlacingGame
from ..kit.state import EMPTY, Move, State
from ..kit.view import BLACK, WHITE
from ..lesson import Lesson
from ..phrase import Phrase
from . import lesson
from .discs import CELLS, SIZE, members, open_cells, turned
from .words import WORDS

_MIDDLE = "...wb...", "...bw..."


class Reversi(PlacingGame):
    name, words = "reversi", WORDS
    also = ("othello", "otello")
    must_move, placing, passes = "RV5", "RV2", True
    seats, signs, looks = ("Black", "White"), "bw", (BLACK, WHITE)

    def __init__(self) -> None:
        grid = square(SIZE, SIZE, falls=True)
        setup = "".join(_MIDDLE).center(CELLS, EMPTY)
        super().__init__("standard", "Reversi: enclose discs, and turn them over", grid, setup)
        # The highest bit of a set comes first in its text, but the last cell.
        self._bits = [
            str.maketrans(EMPTY + self.signs, f"0{is_first:d}{not is_first:d}")
            for is_first in (True, False)
        ]

    def discs(self, board: str, seat: Seat) -> int:
        """Return the set of a side's discs."""
        return int(board[::-1].translate(self._bits[seat.value]), 2)

    def _both(self, state: State) -> tuple[int, int]:
        """Return the discs of the side to move, and those of the other side."""
        return self.discs(state.board, state.turn), self.discs(state.board, state.turn.other)

    def moves(self, state: State) -> Iterator[Move]:
        return ((cell,) for cell in members(open_cells(*self._both(state))))

    def check(self, state: State, move: Move) -> None:
        super().check(state, move)
        if not self._turned(state, move):
            raise IllegalMove("RV3", "turns_nothing", cell=self.grid.names[move[0]])

    def _turned(self, state: State, move: Move) -> list[int]:
        """RV4: return the cells of the discs that a move turns."""
        return [*members(turned(*self._both(state), move[0]))]

    def played(self, state: State, move: Move) -> tuple[str, str]:
        cells = list(state.board)
        for cell in (*move, *self._turned(state, move)):
            cells[cell] = self.sign(state.turn)
        return "".join(cells), ""

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:  # noqa: ARG002
        return None

    def stuck(self, board: str) -> Outcome:
        """RV6: who has more discs wins; cells that stay empty belong to nobody."""
        first, second = map(board.count, self.signs)
        winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        return Outcome(winner, "discs", (first, second))

    def score(self, state: State) -> tuple[int, int] | None:
        first, second = map(state.board.count, self.signs)
        return first, second

    def lesson(self) -> Lesson:
        return lesson.lesson()

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        facts = {"player": self.seat(state.turn), "cell": self.grid.names[move[0]]}
        count = len(self._turned(state, move))
        return [
            Phrase("turns", {**facts, "count": count}) if count > 1 else Phrase("turns_one", facts)
        ]

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        yield from super().explained(state, move, after)
        cells = tuple(self.grid.names[cell] for cell in self._turned(state, move))
        yield Phrase("explains_turning", {"rule": "RV4", "cells": cells})
        if after.end:
            first, second = map(after.board.count, self.signs)
            yield Phrase("explains_end", {"rule": "RV6", "first": first, "second": second})
