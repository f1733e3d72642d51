"""The HTML version of a mail: the same text, with boards as tables.

The page is generated from the finished plain text, so both always say the same. Each ``Drawing`` in
the text becomes a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbm.core.choices import Choice
from pbm.core.games import Mark, Picture, Row, Tile, Tint
from pbm.core.languages import ENGLISH
from pbm.core.model import Player

_FOLDED_AT = 74
"""The width of paragraphs. A line that had room for the next word ends with a real line break."""

MOST_BOARDS = 5
"""With more boards than these all of them stay text: Gmail cuts a page off at 102 KiB."""


class Drawing(str):
    """A board as text that knows its picture."""

    picture: Picture

    def __new__(cls, text: str, picture: Picture) -> Drawing:
        drawing = super().__new__(cls, text)
        drawing.picture = picture
        return drawing


class BlockKind(StrEnum):
    """The kinds of lines: prose, aligned columns, a quote, the signature."""

    PROSE = "prose"
    COLUMNS = "columns"
    QUOTE = "quote"
    SIGNATURE = "signature"
    EMPTY = ""


@dataclass(frozen=True)
class Block:
    """Adjacent lines of one kind, or the rows of a board."""

    kind: BlockKind
    lines: Sequence[str] = ()
    rows: Sequence[Row] = ()

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


def wants_html(player: Player | None) -> bool:
    return player is not None and player.settings.get(Choice.MAIL) == "html"


def page(text: str, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
    """The text as an HTML page in ASCII with short lines, so that it needs no transfer encoding.

    facts: those that the text was rendered from, with its drawings in the same order.
    """
    drawings = list(_drawings(facts))
    blocks = list(_blocks(text, drawings if len(drawings) <= MOST_BOARDS else ()))
    if blocks and blocks[0].kind is BlockKind.QUOTE:
        # Gmail hides a quote at the beginning of a mail.
        blocks.insert(0, Block(BlockKind.PROSE, [""]))
    made = _template().render(blocks=blocks, language=language)
    return made.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _drawings(fact: Any) -> Iterator[Drawing]:
    if isinstance(fact, Drawing):
        yield fact
    elif isinstance(fact, Mapping):
        yield from _drawings(list(fact.values()))
    elif isinstance(fact, list | tuple):
        for each in fact:
            yield from _drawings(each)


def _blocks(text: str, drawings: Iterable[Drawing]) -> Iterator[Block]:
    rest = text
    for drawing in drawings:
        # Lines written by others begin with a bar, so they cannot be mistaken for the board.
        before, found, after = rest.partition(f"\n{drawing}\n")
        if found:
            yield from _in_words(before)
            yield from _in_words(drawing.picture.above)
            yield Block(BlockKind.COLUMNS, rows=drawing.picture.rows)
            yield from _in_words(drawing.picture.below)
            rest = after
    yield from _in_words(rest)


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
