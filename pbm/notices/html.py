"""The HTML version of a mail: the same text, with boards as tables or pictures.

The page is generated from the finished plain text, so both always say the same.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import groupby
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbm.core.games import Mark, Picture, Row, Tile, Tint
from pbm.core.languages import ENGLISH

_FOLDED_AT = 74
"""The width of paragraphs. A line that had room for the next word ends with a real line break."""

_ALT_WIDTH = 200
"""To what width the words for a picture are folded; a line of a mail must not be too long."""


@dataclass(frozen=True)
class Image:
    """A picture of a board. alt: its words. The sizes are in pixels of the page."""

    source: str
    width: int
    height: int
    alt: str

    @property
    def folded_alt(self) -> str:
        return textwrap.fill(self.alt, _ALT_WIDTH)


@dataclass(frozen=True)
class Inset:
    """A board in the place of some lines of the text: from ``first`` on, up to before ``end``."""

    first: int
    end: int
    board: Picture | Image


class BlockKind(StrEnum):
    """The kinds of lines: prose, aligned columns, a quote, the signature."""

    PROSE = "prose"
    COLUMNS = "columns"
    QUOTE = "quote"
    SIGNATURE = "signature"
    EMPTY = ""


@dataclass(frozen=True)
class Block:
    """Adjacent lines of one kind, or the rows or the image of a board."""

    kind: BlockKind
    lines: Sequence[str] = ()
    rows: Sequence[Row] = ()
    image: Image | None = None

    @property
    def size(self) -> Sizes:
        return Sizes.of(self.rows)


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
    room: int = 338
    widest: int = 620
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
        """The width of a row, set explicitly: otherwise a narrow screen shrinks each row alone."""
        halves = row.offset + sum(tile.span for tile in row.tiles)
        beside = self.inset + self.note + self.gap if row.note else 0
        return self.half * halves + self.gap + beside


_GROUNDS: Mapping[Tint, Paint] = {
    Tint.LABEL: Paint("", "#5c5040"),
    Tint.EMPTY: Paint("#faf5ea", "#8a7d68"),
    # Any darker, and a dark mode that lightens the text would not darken this background.
    Tint.GOAL: Paint("#ddd0b3", "#3d3425"),
    Tint.FIRST: Paint("#ffffff", "#000000"),
    Tint.SECOND: Paint("#2b2b2b", "#ffffff"),
    Tint.NEUTRAL: Paint("#b98d52", "#000000"),
    Tint.SPECIAL: Paint("#c0392b", "#ffffff"),
}
_LEFT, _MOVED = Paint("#f3d9a0", "#000000"), Paint("#ffd43b", "#000000")
_MARKED: Mapping[tuple[Tint, Mark | None], Paint] = {
    **{(tint, Mark.LEFT): _LEFT for tint in Tint},
    **{(tint, Mark.MOVED): _MOVED for tint in Tint},
    **{(tint, Mark.DISPLACED): Paint("#8ecbf5", "#000000") for tint in Tint},
    # These keep a hint of the owner's colour.
    (Tint.FIRST, Mark.MOVED): Paint("#fff6c9", "#000000"),
    (Tint.SECOND, Mark.MOVED): Paint("#5c4a00", "#ffe066"),
    (Tint.SPECIAL, Mark.MOVED): Paint("#c0392b", "#ffe066"),
}
PAINTS: Mapping[tuple[Tint, Mark | None], Paint] = {
    **{(tint, None): paint for tint, paint in _GROUNDS.items()},
    **_MARKED,
}


def page(text: str, boards: Sequence[Inset] = (), language: str = ENGLISH) -> str:
    """The text as an HTML page in ASCII with short lines, so that it needs no transfer encoding.

    boards: in the order of their lines.
    """
    blocks = list(_blocks(text, boards))
    if blocks and blocks[0].kind is BlockKind.QUOTE:
        # Gmail hides a quote at the beginning of a mail.
        blocks.insert(0, Block(BlockKind.PROSE, [""]))
    made = _template().render(blocks=blocks, language=language)
    return made.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _blocks(text: str, boards: Iterable[Inset]) -> Iterator[Block]:
    lines, at = text.split("\n"), 0
    for inset in boards:
        yield from _in_words("\n".join(lines[at : inset.first]))
        yield from _shown(inset.board)
        at = inset.end
    yield from _in_words("\n".join(lines[at:]))


def _shown(board: Picture | Image) -> Iterator[Block]:
    if isinstance(board, Image):
        yield Block(BlockKind.COLUMNS, image=board)
        return
    yield from _in_words(board.above)
    yield Block(BlockKind.COLUMNS, rows=board.rows)
    yield from _in_words(board.below)


def _in_words(text: str) -> Iterator[Block]:
    before, mark, signature = text.rpartition("\n-- \n")
    for kind, group in groupby((before if mark else text).split("\n"), _kind):
        lines = list(group)
        if kind:
            yield Block(kind, _unfolded(lines) if kind is BlockKind.PROSE else lines)
    if mark:
        yield Block(BlockKind.SIGNATURE, ["-- ", *signature.strip("\n").split("\n")])


def _kind(line: str) -> BlockKind:
    if not line:
        return BlockKind.EMPTY
    if line.startswith("|"):
        return BlockKind.QUOTE
    return BlockKind.COLUMNS if "  " in line or line.startswith(" ") else BlockKind.PROSE


def _unfolded(lines: Iterable[str]) -> list[str]:
    """Join the lines that were folded only because the next word did not fit."""
    joined: list[str] = []
    room = _FOLDED_AT
    for line in lines:
        if joined and len(line.split(" ")[0]) >= room:
            joined[-1] += "\n" + line
        else:
            joined.append(line)
        room = _FOLDED_AT - len(line)
    return joined


@cache
def _template() -> Template:
    made = Environment(
        loader=PackageLoader("mail_templates", ""),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    made.globals |= {"paints": PAINTS, "size": Sizes()}
    return made.get_template("page.html.j2")
