"""The rule sets ``modern``, and ``simple``, which has no relocation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from ..errors import IllegalMove
from ..game import Seat
from .board import ROW
from .classic import Classic, Rank
from .relocation import check_bounces_on
from .rings import occupied, occupied_rows, slots
from .route import Route
from .search import Flight


class Modern(Classic):
    """``classic``, but if no ring of the shore can move, the next occupied row plays."""

    def ranks(self, rings: int, side: Seat) -> Iterator[Rank]:
        """G2, G10m: yield the shore, then the occupied rows beyond it."""
        for place, row in enumerate(occupied_rows(rings, side)):
            yield Rank("G10m" if place else "G2", row, slots(occupied(rings) & ROW[row]))

    def not_yours(self, origin: int, rank: Rank) -> IllegalMove:
        if rank.rule == "G2":
            return super().not_yours(origin, rank)
        return IllegalMove("G10m", "nearer_row", slot=self.coordinates.names[origin], row=rank.row)


class Simple(Modern):
    """``modern`` without relocation."""

    numbers: ClassVar[Mapping[str, str]] = {"G7": "G7s"}
    codes: ClassVar[Mapping[str, str]] = {
        "aim_landing": "aim_bouncing",
        "view_bounce": "view_must_bounce",
    }

    def rooms(self, lifted: int, side: Seat) -> int:  # noqa: ARG002 - nowhere at all
        return 0

    def check_end(self, flown: Flight, side: Seat, route: Route) -> None:  # noqa: ARG002
        """G7s: check that no ring is displaced."""
        check_bounces_on(self.number("G7"), flown, route)
