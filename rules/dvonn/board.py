"""The board as data: its 49 cells, their names, their neighbours and the lines between them.

A cell is a number, its row counted from 0 times ``WIDTH`` plus its letter counted from 0. The
columns from l on are off the board, so a step of the same size leads from every cell to the same
neighbour, and a set of cells can be kept as the bits of one integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LETTERS = "abcdefghijk"
ROWS = ("abcdefghi", "abcdefghij", "abcdefghijk", "bcdefghijk", "cdefghijk")
"""The letters of each row, row 1 first."""

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The steps (letter, row) to the six neighbours, counter-clockwise from the right."""

WIDTH = 12
SPAN = WIDTH * len(ROWS)
"""One more than the highest cell number."""

LONGEST = len(LETTERS) - 1
"""The most cells that a stack can move: from a3 to k3."""


def _number(letter: int, row: int) -> int:
    return WIDTH * row + letter


def _is_cell(letter: int, row: int) -> bool:
    return 0 <= row < len(ROWS) and 0 <= letter < len(LETTERS) and LETTERS[letter] in ROWS[row]


CELLS = tuple(
    _number(LETTERS.index(letter), row) for row, line in enumerate(ROWS) for letter in line
)
"""Every cell once, in the order a1, b1, ... k5: the order of all lists of moves."""

NAMES = {cell: f"{LETTERS[cell % WIDTH].upper()}{cell // WIDTH + 1}" for cell in CELLS}
BY_NAME = {name: cell for cell, name in NAMES.items()}

CELLS_OF = tuple(tuple(cell for cell in CELLS if cell // WIDTH == row) for row in range(len(ROWS)))
"""The cells of each row, row 1 first."""


def _at_distance(cell: int, distance: int) -> tuple[int, ...]:
    """The cells that lie ``distance`` steps away in a straight line."""
    row, letter = divmod(cell, WIDTH)
    ends = ((letter + distance * across, row + distance * up) for across, up in DIRECTIONS)
    return tuple(_number(*end) for end in ends if _is_cell(*end))


LINES = {cell: {n: _at_distance(cell, n) for n in range(1, LONGEST + 1)} for cell in CELLS}
"""Where a stack of n on a cell would come down: ``LINES[cell][n]``."""

NEIGHBOURS = {cell: LINES[cell][1] for cell in CELLS}
EDGE = frozenset(cell for cell in CELLS if len(NEIGHBOURS[cell]) < len(DIRECTIONS))
CENTRE = BY_NAME["F3"]


def opposite(cell: int) -> int:
    """The cell on the other side of the centre."""
    return 2 * CENTRE - cell


def bits(cells: Iterable[int]) -> int:
    """A set of cells as one integer."""
    return sum(1 << cell for cell in cells)


def each(cells: int) -> Iterator[int]:
    """The cells of such a set, in order."""
    while cells:
        # Bit by bit it takes a third of the time of asking for each of the 49 cells.
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def members(cells: int) -> list[int]:
    return list(each(cells))


def grown(cells: int) -> int:
    """Those cells and all their neighbours, and some numbers that are no cells."""
    right, left = cells | cells << 1, cells | cells >> 1
    return right | left | right << WIDTH | left >> WIDTH


def surrounded(cells: int) -> int:
    """Those of the cells of which all six neighbours are among them; never one at the edge."""
    right, left = cells & cells << 1, cells & cells >> 1
    return right & left & right << WIDTH & left >> WIDTH


SURROUNDING = {cell: bits(NEIGHBOURS[cell]) if cell not in EDGE else 1 << SPAN for cell in CELLS}
"""The six cells that block a stack (D6). An edge cell has a bit here that is never occupied."""
