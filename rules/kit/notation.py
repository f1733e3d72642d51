"""Moves over cells as text: the syntax, which needs no board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import NotationError
from ..folding import fold
from .grid import Grid

Step = tuple[int, int]
"""The cell that a piece leaves, and the one that it reaches."""

# Almost a move: refused with the unknown cell if it is sent as a move, but not searched for in
# prose.
_ALMOST = re.compile(r"([a-z][0-9]{1,2})\s*[-:x]?\s*([a-z][0-9]{1,2})(?:\s*[!?]+)?", re.IGNORECASE)


class Steps:
    """Moves of a piece from cell to cell: ``e2-e3``, and ``e2xd3`` if it captures.

    ``-``, ``x``, ``:``, a blank or nothing between the cells mean the same.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        letters = "".join(dict.fromkeys(name[0] for name in grid.by_name))
        cell = f"[{letters}][1-9][0-9]?"
        between = r"(?:\s*[-:x]\s*|\s*)"
        self._move = re.compile(rf"({cell}){between}({cell})(?:\s*[!?]+)?", re.IGNORECASE)
        longest = sorted(grid.by_name, key=len, reverse=True)
        self.names = "|".join(longest)
        """A pattern of the names of cells."""

    def reads(self, text: str) -> bool:
        """Return whether the text has the form of a move to another cell, legal or not."""
        found = self._move.fullmatch(fold(text).strip())
        return found is not None and found[1].lower() != found[2].lower()

    def read(self, text: str) -> Step:
        """Parse a move, legal or not.

        :raises NotationError: if the text is none, or names a cell that is not on the board
        """
        plain = fold(text).strip()
        found = self._move.fullmatch(plain) or _ALMOST.fullmatch(plain)
        if found is None:
            raise NotationError("unreadable", example=self.write(self._example()))
        return self._cell(found[1].lower()), self._cell(found[2].lower())

    def write(self, step: Sequence[int], captures: bool = False) -> str:
        return ("x" if captures else "-").join(self._grid.names[cell] for cell in step)

    def _example(self) -> Sequence[int]:
        column = len(self._grid.rows[1]) // 2
        return [row[column] for row in self._grid.rows[1:3]]

    def _cell(self, name: str) -> int:
        cell = self._grid.by_name.get(name)
        if cell is None:
            first, *_, last = self._grid.by_name
            raise NotationError("no_such_cell", cell=name, first=first, last=last)
        return cell
