"""Havannah: stones on a hexagon, and a ring, a bridge or a fork wins."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Outcome, Seat
from ..kit.connecting import ConnectionGame
from ..kit.grid import Place, hexagon
from ..kit.teaching import taught
from ..lesson import Lesson
from .lesson import TASKS, VIEWS
from .words import WORDS

_AROUND, _SIDES = 6, 0b111111
_CIRCLE = [Place(1, 0), Place(1, 1), Place(0, 1), Place(-1, 0), Place(-1, -1), Place(0, -1)]
_RULES = {"ring": "HV4", "bridge": "HV5", "fork": "HV6"}


class Havannah(ConnectionGame):
    name, must_move, words = "havannah", "HV2", WORDS
    decisive = True  # a full board without a winner is a curiosity
    placing, swapping = "HV2", "HV3"

    def __init__(self, side: int, *, swaps: bool) -> None:
        ruleset = f"{side}" if swaps else f"{side}-noswap"
        title = "Havannah by Christian Freeling: ring, bridge or fork"
        self.fewest = min(side, _AROUND)
        super().__init__(ruleset, title, hexagon(side), swaps=swaps)
        self._circles = [[self.grid.step(cell, way) for way in _CIRCLE] for cell in self.grid.cells]

    def touching(self, seat: Seat) -> Sequence[int]:  # noqa: ARG002 (all sides are everybody's)
        """Return a bit for each side, and a higher one for each corner, which is in no side."""
        last, touched, corners = len(self.grid.rows) - 1, list[int](), 0
        for column, row in self.grid.places.values():
            is_far = abs(column - row) == last // 2
            edges = (row == 0, column == 0, row == last, column == last)
            on = (*edges, is_far and column > row, is_far and row > column)
            if sum(on) == 1:
                touched.append(1 << on.index(True))
            else:
                touched.append((1 << (_AROUND + corners)) * (sum(on) == 2))
                corners += sum(on) == 2
        return touched

    def reason(self, touched: int) -> str:
        if (touched >> _AROUND).bit_count() >= 2:
            return "bridge"
        return "fork" if (touched & _SIDES).bit_count() >= 3 else ""

    def closes(self, board: str, cell: int) -> str:
        """HV4: a ring encloses a cell that does not belong to it, or one of its own colour with
        stones all around.
        """
        own, around = board[cell], self.adjacent[cell]
        circle = [each is not None and board[each] == own for each in self._circles[cell]]
        # A ring runs through two parts of the stones around a cell, with others between them.
        parts = sum(is_own and not circle[at - 1] for at, is_own in enumerate(circle))
        inside = (each for each in around if board[each] != own) if parts >= 2 else ()
        rings = any(self._is_enclosed(board, each, own) for each in inside)
        return "ring" if rings or any(map(self._is_clump, [board] * 7, (cell, *around))) else ""

    def _is_clump(self, board: str, cell: int) -> bool:
        around = self.adjacent[cell]
        return len(around) == _AROUND and {board[each] for each in around} == {board[cell]}

    def _is_enclosed(self, board: str, start: int, own: str) -> bool:
        """Return whether stones of one side keep a cell from the edge of the board."""
        found, ends = {start}, [start]
        while ends:
            around = self.adjacent[ends.pop()]
            if len(around) < _AROUND:
                return False
            for cell in around:
                if board[cell] != own and cell not in found:
                    found.add(cell)
                    ends.append(cell)
        return True

    def winning_rule(self, reason: str) -> str:
        return _RULES[reason]

    def full(self) -> Outcome:
        return Outcome(None, "full")

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
