"""Hex: stones on a rhombus of hexagons, and who joins their own two sides wins."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Seat
from ..kit.connecting import ConnectionGame
from ..kit.grid import rhombus
from ..kit.teaching import taught
from ..lesson import Lesson
from ..phrase import Phrase
from ..scene import Look
from .lesson import TASKS, VIEWS
from .words import WORDS

_BOTH = 0b11


class Hex(ConnectionGame):
    name, must_move, words = "hex", "HX2", WORDS
    decisive = True
    placing, swapping = "HX2", "HX3"
    seats, signs = ("Red", "Blue"), "rb"
    joined = Look.ON_DARK  # the usual ring is blue
    looks = ((Look.RED, Look.ON_DARK), (Look.BLUE, Look.ON_DARK))

    def __init__(self, size: int, *, swaps: bool) -> None:
        ruleset = f"{size}" if swaps else f"{size}-noswap"
        title = "Hex by Piet Hein and John Nash: join your two sides"
        self.fewest = size
        super().__init__(ruleset, title, rhombus(size), swaps=swaps)
        rows = self.grid.rows
        columns = tuple(zip(*rows, strict=True))
        self.borders = (
            *((Seat.FIRST, rows[0], 3), (Seat.FIRST, rows[-1], -2)),
            *((Seat.SECOND, columns[0], -3), (Seat.SECOND, columns[-1], 4)),
        )

    def touching(self, seat: Seat) -> Sequence[int]:
        """Return a bit for each of a side's own edges: rows for Red, columns for Blue."""
        last = len(self.grid.rows) - 1
        ways = [place[1 - seat.value] for place in self.grid.places.values()]
        return [(way == 0) + 2 * (way == last) for way in ways]

    def swapped(self, cell: int) -> int:
        """HX3: return the cell whose letter and number have changed places."""
        column, row = self.grid.places[cell]
        return self.grid.rows[column][row]

    def reason(self, touched: int) -> str:
        return "joined" if touched == _BOTH else ""

    def winning_rule(self, reason: str) -> str:  # noqa: ARG002 (there is one reason)
        return "HX4"

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        first, *others = super().aim(viewer)
        if viewer is None:
            return (first, *others)
        return (Phrase(f"aim_of_{self.seats[viewer.value]}", first.facts), *others)

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
