"""A board as data, for whoever paints it: rows of tiles, and the words around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Tint(Enum):
    """What a tile is, so that it can be told from others by its colour."""

    LABEL = "label"
    EMPTY = "empty"
    GOAL = "goal"
    FIRST = "first"
    SECOND = "second"
    NEUTRAL = "neutral"
    SPECIAL = "special"


class Mark(Enum):
    """A tile's part in the last move."""

    LEFT = "left"
    MOVED = "moved"
    DISPLACED = "displaced"


@dataclass(frozen=True)
class Tile:
    """text: what stands on it, the sign of its mark included, as on the board in text.
    span: its width in half tiles."""

    text: str = ""
    tint: Tint = Tint.LABEL
    mark: Mark | None = None
    span: int = 2


@dataclass(frozen=True)
class Row:
    """Tiles from left to right.

    offset: half tiles before the first. note: words beside them, or instead of them. thin: there
    are only strokes in it, from the row above to the one below.
    """

    tiles: Sequence[Tile]
    offset: int = 0
    note: str = ""
    thin: bool = False


@dataclass(frozen=True)
class Picture:
    """Rows from top to bottom; lines of text above and below them, "" for none."""

    rows: Sequence[Row]
    above: str = ""
    below: str = ""
