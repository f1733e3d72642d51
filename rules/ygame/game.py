"""Y: stones on a triangle of hexagons, and a chain that touches all three sides wins."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Seat
from ..kit.connecting import ConnectionGame
from ..kit.grid import triangle
from ..kit.teaching import taught
from ..lesson import Lesson
from .lesson import TASKS, VIEWS
from .words import WORDS

_ALL = 0b111


class YGame(ConnectionGame):
    name, must_move, words = "ygame", "YG2", WORDS
    also = (
        *("game of y", "y game", "spiel y", "y-spiel", "jeu du y", "jeu de y", "jeu y", "le y"),
        *("gioco dell'y", "gioco di y", "gioco y", "spel y", "y-spel"),
    )
    decisive = True
    placing, swapping = "YG2", "YG3"

    def __init__(self, side: int, *, swaps: bool) -> None:
        ruleset = f"{side}" if swaps else f"{side}-noswap"
        title = "Y by Claude Shannon: touch all three sides"
        self.fewest = side
        super().__init__(ruleset, title, triangle(side), swaps=swaps)

    def touching(self, seat: Seat) -> Sequence[int]:  # noqa: ARG002 (all sides are everybody's)
        last = len(self.grid.rows) - 1
        return [
            (row == 0) + 2 * (column == 0) + 4 * (column + row == last)
            for column, row in self.grid.places.values()
        ]

    def reason(self, touched: int) -> str:
        return "three_sides" if touched == _ALL else ""

    def winning_rule(self, reason: str) -> str:  # noqa: ARG002 (there is one reason)
        return "YG4"

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
