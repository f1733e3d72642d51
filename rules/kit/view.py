"""A board of squares for one viewer, in one language: as text, and as a picture of tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..game import Seat, Style
from ..phrase import Fact, Word
from ..picture import Mark, Picture, Row, Tile, Tint
from .grid import Grid
from .notation import Steps
from .state import EMPTY, State
from .voice import Voice, filled, unbroken

_MOVED, _LEFT = "> <", ":"
_TINTS = {Seat.FIRST: Tint.FIRST, Seat.SECOND: Tint.SECOND}


@dataclass(frozen=True)
class View:
    """``viewer`` is None for a spectator. owners: the side of each sign on the board."""

    grid: Grid
    notation: Steps
    seats: tuple[str, str]
    owners: Mapping[str, Seat]
    state: State
    viewer: Seat | None
    voice: Voice

    def render(self, style: Style) -> str:
        return "\n".join(map(str.rstrip, _STYLES[style](self)))

    def picture(self) -> Picture:
        above = "\n".join(filled([self.sides()]))
        return Picture(tuple(self._tiles()), above, "\n".join(filled(self._below())))

    def seat(self, seat: Seat) -> Word:
        return Word(self.seats[seat.value])

    def mark(self, seat: Seat) -> str:
        """Return the sign of a side's pieces on a drawn board."""
        return self.voice.label(f"mark_{self.seat(seat)}")

    def sides(self) -> str:
        """Return the side of the viewer, or both sides for a spectator."""
        if self.viewer is None:
            facts = {"first": self.seat(Seat.FIRST), "second": self.seat(Seat.SECOND)}
            marks = {"first_mark": self.mark(Seat.FIRST), "second_mark": self.mark(Seat.SECOND)}
            return self.voice.say("sides", **facts, **marks)
        own, other = self.viewer, self.viewer.other
        facts = {"seat": self.seat(own), "other": self.seat(other)}
        return self.voice.say(
            "sides_for", mark=self.mark(own), other_mark=self.mark(other), **facts
        )

    def own_side(self) -> Iterator[str]:
        """Yield the side of the viewer for a drawing that needs no signs."""
        if self.viewer is not None:
            yield self.voice.say("you_are", seat=self.seat(self.viewer))

    def last_move(self) -> Iterator[str]:
        if self.state.last:
            written = self.notation.write(self.state.last, bool(self.state.taken))
            yield self.voice.say("last_move", move=written)

    def result(self) -> Iterator[str]:
        if self.state.end and self.state.end.winner:
            yield self.voice.say("won", seat=self.seat(self.state.end.winner))

    def _below(self) -> Iterator[str]:
        yield from self.result()
        if self.state.last:
            yield self.voice.say("legend_last_move", moved=_MOVED, left=_LEFT)

    def grid_lines(self) -> Iterator[str]:
        """Yield a ruled board with four columns for each cell."""
        columns = f"     {'   '.join(self._columns())}"
        rule = f"   +{'---+' * len(self.grid.rows[0])}"
        yield from filled([self.sides()])
        yield ""
        yield columns
        yield rule
        for label, cells in self._rows():
            yield f"{label:>2} |{'|'.join(map(self._marked, cells))}| {label}"
            yield rule
        yield columns
        below = list(filled(self._below()))
        yield from ["", *below] if below else []

    def compact_lines(self) -> Iterator[str]:
        """Yield a board with two columns for each cell and dots for empty ones."""
        columns = f"    {' '.join(self._columns())}"
        yield from filled([self.sides()])
        yield columns
        for label, cells in self._rows():
            signs = (f"{self._before(cell)}{self._sign(cell) or EMPTY}" for cell in cells)
            yield f"{label:>2} {''.join(signs)}  {label}"
        yield columns
        yield from filled([" ".join([*self.result(), *self.last_move()])])

    def list_lines(self) -> Iterator[str]:
        """Yield the board in words for screen readers, one line for each row."""
        yield from filled([self.sides()])
        for label, cells in self._rows():
            yield from filled([self._told(label, cells)])
        yield from filled([*self.result(), *self.last_move()])

    def _told(self, label: int, cells: Sequence[int]) -> str:
        pieces = []
        for cell in cells:
            if owner := self.owners.get(self.state.board[cell]):
                facts: dict[str, Fact] = {"cell": self.grid.names[cell], "seat": self.seat(owner)}
                pieces.append(unbroken(self.voice.say("listed_piece", **facts)))
        if pieces:
            return self.voice.say("listed_row", row=label, pieces=tuple(pieces))
        return self.voice.say("listed_empty_row", row=label)

    def _columns(self) -> list[str]:
        return [self.grid.names[cell][0] for cell in self.grid.rows[0]]

    def _rows(self) -> Iterator[tuple[int, Sequence[int]]]:
        return reversed(list(enumerate(self.grid.rows, 1)))

    def _sign(self, cell: int) -> str:
        owner = self.owners.get(self.state.board[cell])
        return self.mark(owner) if owner else ""

    def _marked(self, cell: int) -> str:
        """Return a cell in three columns: ``>W<`` for the piece that moved last."""
        before, sign = self._before(cell), self._sign(cell)
        if sign:
            return f"{before}{sign}{'<' if before == '>' else ' '}"
        return f" {before} "

    def _before(self, cell: int) -> str:
        if self.state.last is None or cell not in self.state.last:
            return " "
        return _MOVED[0] if cell == self.state.last[-1] else _LEFT

    def _tiles(self) -> Iterator[Row]:
        columns = Row([Tile(label) for label in self._columns()], offset=1)
        yield columns
        for label, cells in self._rows():
            beside = Tile(str(label), span=1)
            yield Row([beside, *map(self._tile, cells), beside])
        yield columns

    def _tile(self, cell: int) -> Tile:
        owner = self.owners.get(self.state.board[cell])
        tint = _TINTS[owner] if owner else Tint.EMPTY
        mark = {_MOVED[0]: Mark.MOVED, _LEFT: Mark.LEFT}.get(self._before(cell))
        return Tile(self._marked(cell).strip(), tint, mark)


_STYLES: Mapping[Style, Callable[[View], Iterator[str]]] = {
    Style.GRID: View.grid_lines,
    Style.COMPACT: View.compact_lines,
    Style.LIST: View.list_lines,
}
