"""Labels beside a board, for one viewer and in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..game import Seat
from .board import HOME, TARGET
from .coordinates import Coordinates
from .rings import EMPTY, shore
from .state import State

SEATS = ("South", "North")
_RINGS = ("", "single", "double", "triple")


class OffBoard(NamedTuple):
    """A player's reserve, smallest rings first, and goals.

    barred: true if the player may not score on this turn.
    """

    reserve: tuple[int, ...]
    goals: int
    goals_to_win: int
    barred: bool


@dataclass(frozen=True)
class Labels:
    """``viewer`` is None for a spectator, for whom both sides are named."""

    state: State
    viewer: Seat | None
    words: Mapping[str, str]
    coordinates: Coordinates

    def say(self, label: str, /, **facts: object) -> str:
        return self.words[label].format(**facts)

    def seat(self, seat: Seat) -> str:
        south, north = SEATS
        return self.words[south if seat is Seat.FIRST else north]

    def ring(self, size: int) -> str:
        """Name a ring by its size."""
        return self.words[_RINGS[size]]

    def row(self, row: int) -> str:
        return self.coordinates.rows[row]

    def slot(self, slot: int) -> str:
        return self.coordinates.names[slot]

    def you_are(self) -> str:
        """Name the viewer's side and, while the game runs, their goal; "" for a spectator."""
        if self.viewer is None:
            return ""
        label = "you_are" if self.state.side else "you_were"
        goal = self.row(TARGET[self.viewer] // 10)
        return self.say(label, seat=self.seat(self.viewer), goal=goal)

    def row_note(self, row: int, note: str) -> str:
        return self.say("row_note", note=note, row=self.row(row))

    def off_board(self, seat: Seat) -> OffBoard | None:  # noqa: ARG002 - every ring is on the board
        """Return what a player has off the board; None in a rule set without such things."""
        return None

    def result(self) -> list[str]:
        """Return a line on how the game ended, or no line while it runs."""
        if self.state.side:
            return []
        if self.state.winner is None:
            return [self.words["drawn"]]
        return [self.say("wins", seat=self.seat(self.state.winner))]

    def behind(self, seat: Seat) -> list[str]:  # noqa: ARG002 - nothing stands there but a goal
        """Return lines about what is behind a player's edge of the board."""
        return []

    def rows(self) -> dict[int, str]:
        """Return notes by row: a shore, or a home row that still has to be filled."""
        if self.state.side is None:
            return {}
        return self._unfilled() if self.state.placing else self._shores()

    def _unfilled(self) -> dict[int, str]:
        seats = Seat if self.state.rings == EMPTY else (Seat.SECOND,)
        return {HOME[seat]: self.of("home", seat) for seat in seats}

    def _shores(self) -> dict[int, str]:
        rows = {seat: self.shore(seat) for seat in Seat}
        if rows[Seat.FIRST] == rows[Seat.SECOND]:
            return {row: self.words["both_shores"] for row in rows.values() if row}
        return {row: self.of("shore", seat) for seat, row in rows.items() if row}

    def is_own(self, row: int) -> bool:
        """Return whether a row that ``rows`` notes is the viewer's."""
        if self.viewer is None:
            return False
        return row == (HOME[self.viewer] if self.state.placing else self.shore(self.viewer))

    def shore(self, seat: Seat) -> int | None:
        return shore(self.state.rings, seat)

    def of(self, kind: str, seat: Seat) -> str:
        """Return ``your shore`` or ``South's shore``."""
        if seat is self.viewer:
            return self.words[f"your_{kind}"]
        return self.say(f"{kind}_of", seat=self.seat(seat))
