"""Moves over cells as text: the syntax, which needs no board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from ..errors import NotationError
from ..folding import fold
from .grid import Grid
from .state import SWAP, Move

# Almost a move: refused with the unknown cell if it is sent as a move, but not searched for in
# prose.
_ALMOST = re.compile(r"([a-z][0-9]{1,2})\s*[-:x]?\s*([a-z][0-9]{1,2})(?:\s*[!?]+)?", re.IGNORECASE)
_BETWEEN, _MARKS = r"\s*[-:x/]?\s*", r"(?:\s*[!?]+)?"
_OTHER = r"(?!\{}(?![0-9]))"
"""Ahead of a cell that is not the one of a group."""
_ALMOST_A_CELL = re.compile(r"([a-z][0-9]{1,2})(?:\s*[!?]+)?", re.IGNORECASE)


class Notation(Protocol):
    """How the moves of a game are written.

    names: a pattern of what can stand in a move, for programs that offer moves to click.
    form: a pattern of a whole move, legal or not, in any letter case.
    """

    names: str
    form: str

    def read(self, text: str) -> Move:
        """Parse a move, legal or not.

        :raises NotationError: if the text is none, or names a cell that is not on the board
        """

    def write(self, move: Move, captures: bool = False) -> str: ...


def pattern_of(grid: Grid) -> str:
    """Return a pattern of a letter of the board and a number."""
    letters = "".join(dict.fromkeys(name[0] for name in grid.by_name))
    return f"[{letters}][1-9][0-9]?"


def cell_named(grid: Grid, name: str) -> int:
    """:raises NotationError: if no cell of the board has this name"""
    cell = grid.by_name.get(name.lower())
    if cell is None:
        first, *_, last = grid.by_name
        raise NotationError("no_such_cell", cell=name.lower(), first=first, last=last)
    return cell


def _cells_of(grid: Grid) -> str:
    """Return a pattern of the names of cells, shorter than one that lists them."""
    letters: dict[str, str] = {}
    for name in grid.by_name:
        letters[name[1:]] = letters.get(name[1:], "") + name[0]
    numbers: dict[str, list[str]] = {}
    for number, of in letters.items():
        numbers.setdefault(f"[{of[0]}-{of[-1]}]", []).append(number)
    return "|".join(f"{of}(?:{'|'.join(each)})" for of, each in numbers.items())


def any_name(grid: Grid) -> str:
    """Return a pattern of the names of cells."""
    return "|".join(sorted(grid.by_name, key=len, reverse=True))


class Steps:
    """Moves of a piece from cell to cell: ``e2-e3``, and ``e2xd3`` if it captures.

    ``-``, ``x``, ``:``, a blank or nothing between the cells mean the same.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        cell = pattern_of(grid)
        between = r"(?:\s*[-:x]\s*|\s*)"
        self._move = re.compile(rf"({cell}){between}({cell}){_MARKS}", re.IGNORECASE)
        self.form = rf"({cell}){between}{_OTHER.format(1)}{cell}{_MARKS}"
        self.names = any_name(grid)

    def read(self, text: str) -> Move:
        plain = fold(text).strip()
        found = self._move.fullmatch(plain) or _ALMOST.fullmatch(plain)
        if found is None:
            raise NotationError("unreadable", example=self.write(self._example()))
        return cell_named(self._grid, found[1]), cell_named(self._grid, found[2])

    def write(self, move: Move, captures: bool = False) -> str:
        return ("x" if captures else "-").join(self._grid.names[cell] for cell in move)

    def _example(self) -> Move:
        column = len(self._grid.rows[1]) // 2
        return tuple(row[column] for row in self._grid.rows[1:3])


class Shots(Steps):
    """Moves that also name a third cell, which an arrow hits: ``d1-d7/g7``.

    Between the last two cells a slash or what may stand between the others is read. Without the
    third one it is a move of two cells, which the game refuses.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        cell, almost = pattern_of(grid), "[a-z][0-9]{1,2}"
        self._whole, self._almost = (
            re.compile(rf"({each}){_BETWEEN}({each})(?:{_BETWEEN}({each}))?{_MARKS}", re.IGNORECASE)
            for each in (cell, almost)
        )
        moved = rf"({cell}){_BETWEEN}{_OTHER.format(1)}({cell})"
        self.form = rf"{moved}(?:{_BETWEEN}{_OTHER.format(2)}{cell})?{_MARKS}"

    def read(self, text: str) -> Move:
        plain = fold(text).strip()
        found = self._whole.fullmatch(plain) or self._almost.fullmatch(plain)
        if found is None:
            raise NotationError("unreadable", example=self.write(self._example()))
        return tuple(cell_named(self._grid, each) for each in found.groups() if each)

    def write(self, move: Move, captures: bool = False) -> str:
        return "/".join([super().write(move[:2], captures), *self.named(move[2:])])

    def named(self, cells: Move) -> Sequence[str]:
        return [self._grid.names[cell] for cell in cells]

    def cells_in(self, text: str) -> Sequence[int]:
        """Return the cells of the board that a text names, whatever stands between them."""
        names = re.findall(self.names, fold(text).lower())
        return [self._grid.by_name[name] for name in names]

    def _example(self) -> Move:
        rows = self._grid.rows
        return rows[0][3], rows[4][3], rows[4][1]


class Cells:
    """Moves that set a stone: ``f6``; and ``swap``, if the game has it."""

    def __init__(self, grid: Grid, swaps: bool) -> None:
        self._grid = grid
        # Only cells of the board: a letter and a number may be many things.
        self.names = any_name(grid) + "|swap" * swaps
        self._move = re.compile(rf"({self.names}){_MARKS}", re.IGNORECASE)
        self.form = rf"(?:{_cells_of(grid)}{'|swap' * swaps}){_MARKS}"

    def read(self, text: str) -> Move:
        plain = fold(text).strip()
        found = self._move.fullmatch(plain) or _ALMOST_A_CELL.fullmatch(plain)
        if found is None:
            raise NotationError("no_cell", example=self._grid.names[self._grid.rows[2][1]])
        return SWAP if found[1].lower() == "swap" else (cell_named(self._grid, found[1]),)

    def write(self, move: Move, captures: bool = False) -> str:  # noqa: ARG002 (nothing is taken)
        return "swap" if move == SWAP else self._grid.names[move[0]]
