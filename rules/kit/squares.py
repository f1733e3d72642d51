"""A board of squares as text, and as a picture of tiles."""

from __future__ import annotations

from collections.abc import Iterator

from ..picture import Row, Tile
from .state import EMPTY
from .view import View
from .voice import filled


class Squares(View):
    def grid_lines(self) -> Iterator[str]:
        """Yield a ruled board with four columns for each cell."""
        columns = f"     {'   '.join(self._columns())}"
        rule = f"   +{'---+' * len(self.grid.rows[0])}"
        yield from filled([self.sides()])
        yield ""
        yield columns
        yield rule
        for label, cells in self.rows():
            yield f"{label:>2} |{'|'.join(map(self._marked, cells))}| {label}"
            yield rule
        yield columns
        below = list(filled(self.below()))
        yield from ["", *below] if below else []

    def compact_lines(self) -> Iterator[str]:
        """Yield a board with two columns for each cell and dots for empty ones."""
        columns = f"    {' '.join(self._columns())}"
        yield from filled([self.sides()])
        yield columns
        for label, cells in self.rows():
            signs = (f"{self.before(cell)}{self.sign(cell) or EMPTY}" for cell in cells)
            yield f"{label:>2} {''.join(signs)}  {label}"
        yield columns
        yield from filled([" ".join([*self.result(), *self.last_move()])])

    def _columns(self) -> list[str]:
        return [self.grid.names[cell][0] for cell in self.grid.rows[0]]

    def _marked(self, cell: int) -> str:
        """Return a cell in three columns: ``>W<`` for the piece that moved last."""
        before, sign = self.before(cell), self.sign(cell)
        if sign:
            return f"{before}{sign}{'<' if before == '>' else ' '}"
        return f" {before} "

    def tiles(self) -> Iterator[Row]:
        columns = Row([Tile(label) for label in self._columns()], offset=1)
        yield columns
        for label, cells in self.rows():
            beside = Tile(str(label), span=1)
            yield Row([beside, *map(self._tile, cells), beside])
        yield columns

    def _tile(self, cell: int) -> Tile:
        return self.tile(cell, self._marked(cell))
