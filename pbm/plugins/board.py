"""The board of a plugin's game: read from its text, and drawn as lines, tiles and shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbm.rules.game import Style
from pbm.rules.picture import Mark, Picture, Row, Tile, Tint
from pbm.rules.scene import Circle, Look, Point, Ring, Scene, Shape, Text, rectangle

EMPTY = "."
"""The sign of an empty cell."""

MOST_LINES, MOST_COLUMNS, MOST_SIGNS = 40, 72, 3
_MOST_CELLS = 26
_SIGNS = {Mark.MOVED: ">", Mark.LEFT: ":"}


class BoardError(ValueError):
    """A text cannot be shown as a board."""


@dataclass(frozen=True)
class Cell:
    """name: "" if the board has no labels. sign: what stands there, "" for nothing."""

    name: str
    sign: str


@dataclass(frozen=True)
class Grid:
    """Rows of cells from top to bottom, the label of each, and the labels of the columns."""

    rows: Sequence[Sequence[Cell]]
    labels: Sequence[str]
    columns: Sequence[str]

    @property
    def names(self) -> Sequence[str]:
        return [cell.name for row in self.rows for cell in row]


def check(text: str) -> None:
    """:raises BoardError: if the text is too large, or not printable"""
    lines = text.split("\n")
    if len(lines) > MOST_LINES or any(len(line) > MOST_COLUMNS for line in lines):
        raise BoardError(f"a board has at most {MOST_LINES} lines of {MOST_COLUMNS} columns")
    if not all(line.isprintable() for line in lines):
        raise BoardError("a board has only printable characters")


@lru_cache(maxsize=64)
def grid(text: str) -> Grid | None:
    """Return the board that the text draws; None if it is no grid and stays text."""
    try:
        return read_grid(text)
    except BoardError:
        return None


def read_grid(text: str) -> Grid:
    """Return the board that the text draws.

    A line of a grid is a label and one sign for each cell, apart by spaces; the last line has the
    labels of the columns. A cell is named by both, as ``c3``.

    :raises BoardError: if it is no grid; the message says why
    """
    lines = [line.split() for line in text.rstrip("\n").split("\n")]
    *rows, columns = lines
    if not 0 < len(rows) <= _MOST_CELLS or not 0 < len(columns) <= _MOST_CELLS:
        raise BoardError(
            f"it has {len(rows)} rows and {len(columns)} columns, not 1 to {_MOST_CELLS} of each"
        )
    for number, row in enumerate(rows, 1):
        if len(row) != len(columns) + 1:
            wanted = f"not a label and {len(columns)} signs as the last line has labels"
            raise BoardError(f"line {number} has {len(row)} parts, {wanted}")
    if long := [sign for line in lines for sign in line if len(sign) > MOST_SIGNS]:
        raise BoardError(f"{long[0]!r} has more than {MOST_SIGNS} characters")
    labels = [row[0] for row in rows]
    if len({*labels}) < len(rows) or len({*columns}) < len(columns):
        raise BoardError("two rows or two columns have the same label")
    cells = [
        [
            Cell(f"{column}{row[0]}", "" if sign == EMPTY else sign)
            for column, sign in zip(columns, row[1:], strict=True)
        ]
        for row in rows
    ]
    return Grid(cells, labels, columns)


def touched(board: Grid, move: str) -> dict[str, Mark]:
    """Return the cells that a move names: where it ends, and those that it leaves."""
    names = "|".join(map(re.escape, sorted(board.names, key=len, reverse=True)))
    found = re.findall(rf"(?<![A-Za-z0-9])(?:{names})(?![0-9])|(?:{names})(?![0-9])", move)
    return {**dict.fromkeys(found[:-1], Mark.LEFT), **dict.fromkeys(found[-1:], Mark.MOVED)}


def lines(board: Grid, marks: dict[str, Mark]) -> Iterator[str]:
    """Yield the board as lines of text; the cells of the last move have a sign before them."""
    left = max(map(len, board.labels))
    wide = 1 + max(len(cell.sign) or 1 for row in board.rows for cell in row)
    wide = max(wide, 1 + max(map(len, board.columns)))
    for label, row in zip(board.labels, board.rows, strict=True):
        signs = (_sign(marks.get(cell.name)) + (cell.sign or ".") for cell in row)
        yield f"{label:>{left}} " + "".join(f"{sign:>{wide}}" for sign in signs)
    yield " " * (left + 1) + "".join(f"{column:>{wide}}" for column in board.columns)


def _sign(mark: Mark | None) -> str:
    return _SIGNS[mark] if mark else ""


@dataclass(frozen=True)
class Sides:
    """The signs of the two sides."""

    first: frozenset[str]
    second: frozenset[str]

    def tint(self, sign: str) -> Tint:
        if not sign:
            return Tint.EMPTY
        if sign in self.first:
            return Tint.FIRST
        return Tint.SECOND if sign in self.second else Tint.NEUTRAL


def listed(board: Grid, sides: Sides, tint: Tint) -> str:
    """Return the cells of a side with what stands there, for a screen reader."""
    cells = [cell for row in board.rows for cell in row if sides.tint(cell.sign) is tint]
    many = len({cell.sign for cell in cells}) > 1
    return ", ".join(f"{cell.sign} {cell.name}" if many else cell.name for cell in cells)


def picture(board: Grid, sides: Sides, marks: dict[str, Mark]) -> Picture:
    rows = [
        Row([Tile(label), *(_tile(cell, sides, marks.get(cell.name)) for cell in row)])
        for label, row in zip(board.labels, board.rows, strict=True)
    ]
    return Picture([*rows, Row([Tile(), *map(Tile, board.columns)])])


def _tile(cell: Cell, sides: Sides, mark: Mark | None) -> Tile:
    return Tile(_sign(mark) + (cell.sign or "."), sides.tint(cell.sign), mark)


_PIECES = {
    Tint.FIRST: (Look.FIRST, Look.ON_FIRST),
    Tint.SECOND: (Look.SECOND, Look.ON_SECOND),
    Tint.NEUTRAL: (Look.MEDIUM, Look.LABEL),
}


def scene(board: Grid, sides: Sides, marks: dict[str, Mark], legend: str, turned: bool) -> Scene:
    """Return the board as shapes. turned: the first seat's side is on top."""
    across, down = len(board.columns), len(board.rows)
    width, height = across + 1.9, down + 1.2
    ground: list[Shape] = [rectangle(Point(0, 0), Point(width, height), Look.BOARD)]
    pieces: list[Shape] = []
    for y, row in enumerate(board.rows):
        for x, cell in enumerate(row):
            place = (across - 1 - x, down - 1 - y) if turned else (x, y)
            at = Point(place[0] + 1.3, place[1] + 0.7)
            start, end = Point(at.x - 0.48, at.y - 0.48), Point(at.x + 0.48, at.y + 0.48)
            ground.append(rectangle(start, end, Look.CELL, cell.name))
            pieces += _standing(cell, at, sides, marks.get(cell.name))
    for y, label in enumerate(reversed(board.labels) if turned else board.labels):
        ground.append(Text(Point(0.45, y + 0.7), label, 0.4, Look.COORDINATE))
    for x, label in enumerate(reversed(board.columns) if turned else board.columns):
        ground.append(Text(Point(x + 1.3, down + 0.65), label, 0.4, Look.COORDINATE))
    return Scene(width, height, tuple(ground), tuple(pieces), legend)


def _standing(cell: Cell, at: Point, sides: Sides, mark: Mark | None) -> Iterator[Shape]:
    tint = sides.tint(cell.sign)
    if tint is not Tint.EMPTY:
        disc, ink = _PIECES[tint]
        yield Circle(at, 0.38, disc, cell.name)
        # A sign that is the same for all men of a side says nothing.
        own = sides.first if tint is Tint.FIRST else sides.second
        if tint is Tint.NEUTRAL or len(own) > 1:
            size = 0.44 if len(cell.sign) == 1 else 0.3
            yield Text(at, cell.sign, size, ink, cell=cell.name, bold=True)
    if mark:
        yield Ring(at, 0.46, 0.4, Look.PATH if mark is Mark.MOVED else Look.LEFT, cell.name)


def plain(text: str, style: Style) -> Sequence[str]:
    """Return the lines of a board that is no grid."""
    found = text.rstrip("\n").split("\n")
    return found if style is not Style.LIST else [line for line in found if line.strip()]
