"""The pieces, their letters in positions, and the order in which they are placed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..game import Seat

WHITE, BLACK, DVONN = "w", "b", "r"
COUNTS = {WHITE: 23, BLACK: 23, DVONN: 3}
"""D1: 49 pieces for 49 cells."""

TOTAL = sum(COUNTS.values())
COLOURS = {Seat.FIRST: WHITE, Seat.SECOND: BLACK}
OWNERS = {colour: seat for seat, colour in COLOURS.items()}


def turn_to_place(placed: int) -> Seat:
    """D2: the turns alternate, and White begins."""
    return Seat(placed % 2)


def next_piece(placed: int) -> str:
    """D2: the three DVONN pieces come first, then each player's own."""
    return DVONN if placed < COUNTS[DVONN] else COLOURS[turn_to_place(placed)]


@cache
def placed_first(number: int) -> Mapping[str, int]:
    """Return how many pieces of each kind are among the first ``number`` pieces."""
    kinds = [next_piece(placed) for placed in range(number)]
    return {kind: kinds.count(kind) for kind in COUNTS}
