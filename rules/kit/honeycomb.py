"""A board of hexagons as text, and as a picture of tiles: its rows are shifted by half a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..picture import Row, Tile
from .state import EMPTY
from .view import View
from .voice import filled


class Honeycomb(View):
    def grid_lines(self) -> Iterator[str]:
        """Yield the rows between those of letters, with numbers at both ends."""
        below = list(filled(self.below()))
        yield from filled([self.sides()])
        yield ""
        yield from self._lines()
        yield from ["", *below] if below else []

    def compact_lines(self) -> Iterator[str]:
        yield from filled([self.sides()])
        yield from self._lines()
        yield from filled([" ".join([*self.result(), *self.last_move()])])

    def _lines(self) -> Iterator[str]:
        above, below = self._letters()
        yield above
        for label, cells in self.rows():
            signs = "".join(map(self._marked, cells))
            yield f"{' ' * self._indent(cells)}{label:>2}{signs} {label}"
        yield below

    def _letters(self) -> Sequence[str]:
        """Return the lines of letters above and below, each at the end of its line of cells."""
        return [
            f"{' ' * (2 + indent)}{''.join(f' {name}' for name in names)}"
            for indent, names in self._columns()
        ]

    def _columns(self) -> Iterator[tuple[int, Sequence[str]]]:
        """Yield the letters above and below, and how far each line is indented."""
        for row, beyond in ((self.grid.rows[0], -1), (self.grid.rows[-1], 1)):
            shift = round(2 * self.grid.slant * beyond)
            yield self._indent(row) + shift, [self.grid.names[cell][0] for cell in row]

    def _indent(self, row: Sequence[int]) -> int:
        """Return how many halves of a cell a row begins to the right of the one farthest left."""
        return self.grid.halves[row[0]] + 1  # Letters stand beyond the corner.

    def _marked(self, cell: int) -> str:
        return f"{self.before(cell)}{self.sign(cell) or EMPTY}"

    def tiles(self) -> Iterator[Row]:
        (above, upper), (below, lower) = self._columns()
        yield Row([Tile(name) for name in upper], offset=above + 1)
        for label, cells in self.rows():
            beside = Tile(str(label), span=1)
            signs = [self.tile(cell, self._marked(cell)) for cell in cells]
            yield Row([beside, *signs, beside], offset=self._indent(cells))
        yield Row([Tile(name) for name in lower], offset=below + 1)
