"""Pictures: boards as data for a renderer, in rows of tiles with the words around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Tint(Enum):
    """The kind of a tile, which decides its colour."""

    LABEL = "label"
    EMPTY = "empty"
    GOAL = "goal"
    FIRST = "first"
    SECOND = "second"
    NEUTRAL = "neutral"
    SPECIAL = "special"


class Mark(Enum):
    """A tile's part in the last move.

    The text of a marked tile contains a sign, and no other tile's text contains one of these signs:
    ``>`` for MOVED, ``=`` for DISPLACED, ``:`` or ``>`` for LEFT.
    """

    LEFT = "left"
    MOVED = "moved"
    DISPLACED = "displaced"


@dataclass(frozen=True)
class Tile:
    """A cell of the picture.

    text: its content, with the sign of its mark, as on the board in text.
    span: its width in half tiles.
    """

    text: str = ""
    tint: Tint = Tint.LABEL
    mark: Mark | None = None
    span: int = 2


@dataclass(frozen=True)
class Row:
    """Tiles from left to right.

    offset: how many half tiles the first one is indented.
    note: words beside the tiles, or in their place.
    thin: true for a row of strokes between the row above and the one below.
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
