"""Boards as HTML tables: the colours and sizes of their tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbm.core.games import Mark, Row, Tile, Tint


class Paint(NamedTuple):
    """The colours of a tile: background and text."""

    ground: str
    ink: str


def _em(sign: str) -> float:
    """The approximate width of a character in bold Arial, in em."""
    return 0.4 if sign == "*" else 0.95 if sign.isupper() else 0.6


@dataclass(frozen=True)
class Sizes:
    """Sizes of a board in pixels, and its background colour.

    half: half of a tile with its gap.
    thin: the height of a row of strokes.
    note, inset: the width of the text beside a row, and the space before it.
    room: the width of a board on a narrow phone.
    """

    half: int = 18
    gap: int = 2
    height: int = 30
    thin: int = 14
    large: int = 16
    small: int = 8
    note: int = 72
    inset: int = 6
    room: int = 324
    ground: str = "#eadfc8"

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Sizes:
        """The largest sizes with which every row fits into ``room``."""
        sizes = (cls(half) for half in range(cls.half, 1, -1))
        return next(size for size in sizes if all(size.across(row) <= cls.room for row in rows))

    def width(self, halves: int) -> int:
        return self.half * halves - self.gap

    def font(self, tile: Tile) -> int:
        """The largest font size with which the text fits into its tile."""
        fitting = int(self.width(tile.span) / sum(map(_em, tile.text or " ")))
        return min(self.large, max(self.small, fitting))

    def across(self, row: Row) -> int:
        """The width of a row, set explicitly: narrow screens would shrink each row by itself."""
        halves = row.offset + sum(tile.span for tile in row.tiles)
        beside = self.inset + self.note + self.gap if row.note else 0
        return self.half * halves + self.gap + beside


_GROUNDS: Mapping[Tint, Paint] = {
    Tint.LABEL: Paint("", "#5c5040"),
    Tint.EMPTY: Paint("#faf5ea", "#6b604d"),
    # If this were darker, a dark mode that lightens the text would not darken the background.
    Tint.GOAL: Paint("#ddd0b3", "#3d3425"),
    Tint.FIRST: Paint("#ffffff", "#000000"),
    Tint.SECOND: Paint("#2b2b2b", "#ffffff"),
    Tint.NEUTRAL: Paint("#e3c08a", "#000000"),
    Tint.SPECIAL: Paint("#c0392b", "#ffffff"),
}
_LEFT, _MOVED = Paint("#f3d9a0", "#000000"), Paint("#ffe680", "#000000")
_MARKED: Mapping[tuple[Tint, Mark | None], Paint] = {
    **{(tint, Mark.LEFT): _LEFT for tint in Tint},
    **{(tint, Mark.MOVED): _MOVED for tint in Tint},
    **{(tint, Mark.DISPLACED): Paint("#8ecbf5", "#000000") for tint in Tint},
    # These tints keep a hint of the owner's colour.
    (Tint.FIRST, Mark.MOVED): Paint("#fff6c9", "#000000"),
    (Tint.SECOND, Mark.MOVED): Paint("#5c4a00", "#fff0a8"),
    (Tint.SPECIAL, Mark.MOVED): Paint("#7d1a10", "#ffffff"),
}
PAINTS: Mapping[tuple[Tint, Mark | None], Paint] = {
    **{(tint, None): paint for tint, paint in _GROUNDS.items()},
    **_MARKED,
}
