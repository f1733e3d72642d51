"""Boards of cells: their numbers, names and straight lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import sqrt
from string import ascii_lowercase
from typing import NamedTuple

from ..scene import Point


class Place(NamedTuple):
    """A column and a row, both counted from 0."""

    column: int
    row: int


SIDES = (Place(1, 0), Place(0, 1), Place(-1, 0), Place(0, -1))
DIAGONALS = (Place(1, 1), Place(-1, 1), Place(-1, -1), Place(1, -1))
RIGHT, LEFT = 0.5, -0.5
"""How far each row of hexagons is shifted against the row above it."""
_HEXAGONS = {RIGHT: (*SIDES, *DIAGONALS[1::2]), LEFT: (*SIDES, *DIAGONALS[::2])}


@dataclass(frozen=True, eq=False)
class Grid:
    """Cells that are numbers, in the order of all lists of moves.

    places: where each cell is.
    names: what moves call it.
    directions: the steps to neighbours.
    slant: how far each row is shifted to the right against the one above it, in cells: 0 for
        squares, ``RIGHT`` or ``LEFT`` for hexagons.
    falls: whether row 1 is on top.
    """

    places: Mapping[int, Place]
    names: Mapping[int, str]
    directions: tuple[Place, ...]
    slant: float = 0
    falls: bool = False

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.names)

    @cached_property
    def by_name(self) -> Mapping[str, int]:
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, row 1 first."""
        rows: dict[int, list[int]] = {}
        for cell, place in self.places.items():
            rows.setdefault(place.row, []).append(cell)
        return tuple(tuple(cells) for _, cells in sorted(rows.items()))

    @cached_property
    def _at(self) -> Mapping[Place, int]:
        return {place: cell for cell, place in self.places.items()}

    def step(self, cell: int, direction: Place) -> int | None:
        """Return the next cell in a direction, None at the edge."""
        (column, row), (across, up) = self.places[cell], direction
        return self._at.get(Place(column + across, row + up))

    def ray(self, cell: int, direction: Place) -> tuple[int, ...]:
        """Return all cells in a direction, the nearest first."""
        cells: list[int] = []
        end = self.step(cell, direction)
        while end is not None:
            cells.append(end)
            end = self.step(end, direction)
        return tuple(cells)

    def neighbours(self, cell: int) -> tuple[int, ...]:
        ends = (self.step(cell, direction) for direction in self.directions)
        return tuple(end for end in ends if end is not None)

    @cached_property
    def adjacent(self) -> Mapping[int, tuple[int, ...]]:
        """The neighbours of every cell."""
        return {cell: self.neighbours(cell) for cell in self.cells}

    def chain(self, board: Sequence[str], start: int) -> set[int]:
        """Return the cells with the sign of ``start`` that are connected with it, and itself."""
        sign, found, ends = board[start], {start}, [start]
        while ends:
            for cell in self.adjacent[ends.pop()]:
                if board[cell] == sign and cell not in found:
                    found.add(cell)
                    ends.append(cell)
        return found

    @cached_property
    def halves(self) -> Mapping[int, int]:
        """How many halves of a cell each cell is to the right of the one farthest left."""
        at = {cell: round(2 * self.centre(cell).x) for cell in self.cells}
        least = min(at.values())
        return {cell: half - least for cell, half in at.items()}

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell, one unit from those of its neighbours in the row.

        The first row is at 0; y grows towards the last one.
        """
        return self.offset(self.places[cell])

    def offset(self, way: Place) -> Point:
        """Return how far a number of columns and rows leads."""
        high = sqrt(3) / 2 if self.slant else 1.0
        return Point(way.column + self.slant * way.row, high * way.row)


def lattice(
    places: Iterable[Place],
    directions: tuple[Place, ...],
    name: Callable[[Place], str],
    width: int = 0,
    slant: float = 0,
) -> Grid:
    """Return a grid of these places.

    width: numbers cells by ``width * row + column``; 0 numbers them in their order.
    """
    numbered = {
        width * place.row + place.column if width else order: place
        for order, place in enumerate(places)
    }
    names = {cell: name(place) for cell, place in numbered.items()}
    return Grid(numbered, names, directions, slant, falls=bool(slant))


def letter_and_number(place: Place) -> str:
    return f"{ascii_lowercase[place.column]}{place.row + 1}"


@cache
def square(columns: int, rows: int, diagonal: bool = True, falls: bool = False) -> Grid:
    """Return a board of squares in the order a1, b1, ...; row 1 is below, or on top if it falls."""
    places = (Place(column, row) for row in range(rows) for column in range(columns))
    grid = lattice(places, SIDES + DIAGONALS * diagonal, letter_and_number)
    return replace(grid, falls=falls)


@cache
def rhombus(size: int) -> Grid:
    """Return the board of Hex in the order a1, b1, ...; row 1 is on top."""
    return _of_hexagons((Place(x, y) for y in range(size) for x in range(size)), RIGHT)


@cache
def triangle(side: int) -> Grid:
    """Return the board of Y: row 1 on top is the longest, and the last row has one cell."""
    return _of_hexagons((Place(x, y) for y in range(side) for x in range(side - y)), RIGHT)


@cache
def hexagon(side: int) -> Grid:
    """Return the board of Havannah: a1 is the upper left corner, and row 1 is on top.

    The rows of the lower half begin with b, c and so on, so that each letter is a straight line.
    """
    rows = range(2 * side - 1)
    places = (
        Place(x, y) for y in rows for x in range(max(0, y - side + 1), min(side + y, len(rows)))
    )
    return _of_hexagons(places, LEFT)


def _of_hexagons(places: Iterable[Place], slant: float) -> Grid:
    return lattice(places, _HEXAGONS[slant], letter_and_number, slant=slant)
