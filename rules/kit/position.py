"""Boards as one line of text: rows of a sign a cell, the upper row first, and the side to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..errors import NotationError
from .grid import Grid

T = TypeVar("T")
_LONGEST_QUOTE = 40


def encode(grid: Grid, board: str, side: str) -> str:
    rows = ("".join(board[cell] for cell in cells) for cells in from_above(grid, grid.rows))
    return f"{'/'.join(rows)} {side}"


def from_above(grid: Grid, rows: Sequence[T]) -> Sequence[T]:
    """Return what a board has in each row, row 1 first, in the order in which it is drawn."""
    return rows if grid.falls else rows[::-1]


def decode(grid: Grid, text: str, signs: str, sides: str) -> tuple[str, str]:
    """Return the board and the side to play that ``encode`` wrote.

    signs: those that a cell may have. sides: those that may follow the board.

    :raises NotationError: if the text is no position
    """
    fields = text.split()
    if len(fields) != 2:
        raise NotationError("position_fields", sides=tuple(sides))
    board, side = fields
    if side not in tuple(sides):
        raise NotationError("position_side", side=side[:_LONGEST_QUOTE], sides=tuple(sides))
    rows = from_above(grid, board.split("/"))
    if len(rows) != len(grid.rows):
        raise NotationError("position_rows", rows=len(grid.rows), found=len(rows))
    for number, (row, cells) in enumerate(zip(rows, grid.rows, strict=True), 1):
        _check_row(number, row, len(cells), signs)
    return "".join(rows), side


def _check_row(number: int, row: str, cells: int, signs: str) -> None:
    if row.strip(signs):
        quoted = row[:_LONGEST_QUOTE]
        raise NotationError("position_row_unreadable", row=number, text=quoted, signs=tuple(signs))
    if len(row) != cells:
        raise NotationError("position_row_length", row=number, found=len(row), cells=cells)
