"""A board for one viewer, in one language: as text, and as a picture of tiles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ..game import Scored, Seat, Style
from ..phrase import Fact, Word
from ..picture import Mark, Picture, Row, Tile, Tint
from ..scene import Look
from .grid import Grid
from .notation import Notation
from .position import from_above
from .state import EMPTY, SWAP, State
from .voice import Voice, filled, unbroken

MOVED, LEFT, HIT = "> <", ":", "="
_MARKS = {MOVED[0]: Mark.MOVED, LEFT: Mark.LEFT, HIT: Mark.DISPLACED}
WHITE, BLACK = (Look.FIRST, Look.ON_FIRST), (Look.SECOND, Look.ON_SECOND)
"""The looks of the pieces of a side with this name."""

_DARK = (Look.SECOND, Look.BLUE)


Looks = tuple[tuple[Look, Look], ...]
Borders = tuple[tuple[Seat, tuple[int, ...], int], ...]


class Shown(Protocol):
    """What a game says about its boards.

    owners: the side of each sign on the board. looks: those of each side's pieces, and of signs on
    them. borders: edges of the board that belong to a side: its cells, and the first of the three
    corners of each that are on the edge, negative if they are passed counterclockwise. joined: the
    look of the rings around the chain that has won.
    """

    grid: Grid
    notation: Notation
    seats: tuple[str, str]
    owners: Mapping[str, Seat]
    looks: Looks
    borders: Borders
    joined: Look
    neutral: str

    def shown_chain(self, state: State) -> Container[int]: ...


@dataclass(frozen=True)
class View(ABC):
    """``viewer`` is None for a spectator."""

    game: Shown
    state: State
    viewer: Seat | None
    voice: Voice

    @property
    def grid(self) -> Grid:
        return self.game.grid

    @cached_property
    def marks(self) -> Mapping[int, str]:
        """The sign before each cell of the last move."""
        last = self.state.last
        if last is None:
            return {}
        if last == SWAP:
            return {cell: MOVED[0] for cell, sign in enumerate(self.state.board) if sign != EMPTY}
        return dict(zip(last, (LEFT, MOVED[0], HIT)[len(last) == 1 :], strict=False))

    @abstractmethod
    def grid_lines(self) -> Iterator[str]:
        """Yield the board at its most legible, and what its signs mean."""

    @abstractmethod
    def compact_lines(self) -> Iterator[str]:
        """Yield the board in few lines, and the last move."""

    @abstractmethod
    def tiles(self) -> Iterator[Row]:
        """Yield the rows of the board for a picture."""

    def render(self, style: Style) -> str:
        drawn = {
            Style.GRID: self.grid_lines,
            Style.COMPACT: self.compact_lines,
            Style.LIST: self.list_lines,
        }
        return "\n".join(map(str.rstrip, drawn[style]()))

    def picture(self) -> Picture:
        above = "\n".join(filled([self.sides()]))
        return Picture(tuple(self.tiles()), above, "\n".join(filled(self.below())))

    def seat(self, seat: Seat) -> Word:
        return Word(self.game.seats[seat.value])

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
            written = self.game.notation.write(self.state.last, bool(self.state.taken))
            yield self.voice.say("last_move", move=written)

    def standing(self) -> Iterator[str]:
        """Yield the score of a game that has one."""
        if isinstance(self.game, Scored) and (score := self.game.score(self.state)):
            facts = {"first": self.seat(Seat.FIRST), "second": self.seat(Seat.SECOND)}
            counts = dict(zip(("first_count", "second_count"), score, strict=True))
            yield self.voice.say("count", **facts, **counts)

    def result(self) -> Iterator[str]:
        yield from self.standing()
        if self.state.end:
            winner, reason = self.state.end.winner, self.state.end.reason
            if winner:
                yield self.voice.say("won", seat=self.seat(winner))
            else:
                yield self.voice.say("tied_again" if reason == "repeated" else "tied")

    def below(self) -> Iterator[str]:
        yield from self.result()
        if self.state.last:
            if len(self.state.last) > 1:
                yield self.voice.say("legend_last_move", moved=MOVED, left=LEFT)
            else:
                yield self.voice.say("legend_last_stone", moved=MOVED[0])

    def list_lines(self) -> Iterator[str]:
        """Yield the board in words for screen readers, one line for each row."""
        yield from filled([self.sides()])
        for label, cells in self.rows():
            yield from filled([self._told(label, cells)])
        yield from filled([*self.result(), *self.last_move()])

    def _told(self, label: int, cells: Sequence[int]) -> str:
        pieces = []
        for cell in cells:
            if self.sign(cell):
                owner = self.game.owners.get(self.state.board[cell])
                what = self.seat(owner) if owner else Word("neutral")
                facts: dict[str, Fact] = {"cell": self.grid.names[cell], "seat": what}
                pieces.append(unbroken(self.voice.say("listed_piece", **facts)))
        if pieces:
            return self.voice.say("listed_row", row=label, pieces=tuple(pieces))
        return self.voice.say("listed_empty_row", row=label)

    def rows(self) -> Sequence[tuple[int, Sequence[int]]]:
        """Return the cells of each row with its number, the upper one first."""
        return from_above(self.grid, list(enumerate(self.grid.rows, 1)))

    def sign(self, cell: int) -> str:
        sign = self.state.board[cell]
        owner = self.game.owners.get(sign)
        return self.mark(owner) if owner else sign.strip(EMPTY)

    def before(self, cell: int) -> str:
        return self.marks.get(cell, " ")

    def tile(self, cell: int, text: str) -> Tile:
        owner = self.game.owners.get(self.state.board[cell])
        tint = Tint.NEUTRAL if self.sign(cell) else Tint.EMPTY
        if owner:
            tint = Tint.SECOND if self.game.looks[owner.value][0] in _DARK else Tint.FIRST
        mark = _MARKS.get(self.before(cell))
        return Tile(text.strip(), tint, mark)
