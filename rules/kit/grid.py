"""Boards of cells: their numbers, names and straight lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import NamedTuple


class Place(NamedTuple):
    """A column and a row, both counted from 0."""

    column: int
    row: int


SIDES = (Place(1, 0), Place(0, 1), Place(-1, 0), Place(0, -1))
DIAGONALS = (Place(1, 1), Place(-1, 1), Place(-1, -1), Place(1, -1))


@dataclass(frozen=True, eq=False)
class Grid:
    """Cells that are numbers, in the order of all lists of moves.

    places: where each cell is.
    names: what moves call it.
    directions: the steps to neighbours.
    """

    places: Mapping[int, Place]
    names: Mapping[int, str]
    directions: tuple[Place, ...]

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


def lattice(
    places: Iterable[Place],
    directions: tuple[Place, ...],
    name: Callable[[Place], str],
    width: int = 0,
) -> Grid:
    """Return a grid of these places.

    width: numbers cells by ``width * row + column``; 0 numbers them in their order.
    """
    numbered = {
        width * place.row + place.column if width else order: place
        for order, place in enumerate(places)
    }
    return Grid(numbered, {cell: name(place) for cell, place in numbered.items()}, directions)


def letter_and_number(place: Place) -> str:
    return f"{ascii_lowercase[place.column]}{place.row + 1}"


def square(columns: int, rows: int, diagonal: bool = True) -> Grid:
    """Return a board of squares in the order a1, b1, ...; row 1 is below."""
    places = (Place(column, row) for row in range(rows) for column in range(columns))
    return lattice(places, SIDES + DIAGONALS * diagonal, letter_and_number)
