"""A mail's text once more as HTML: the same words, and boards as tables.

The page is made from the finished text, so there is nothing in it that the text does not say.
Where a ``Drawing`` stands in the text, its picture stands in the page.
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
"""The width that paragraphs are folded to; a line that ends before it was meant to end there."""

MOST_BOARDS = 5
"""Gmail cuts a page off at 102 KiB; with more boards than these all of them stay text."""


class Drawing(str):
    """A board in text that can be painted too."""

    picture: Picture

    def __new__(cls, text: str, picture: Picture) -> Drawing:
        drawing = super().__new__(cls, text)
        drawing.picture = picture
        return drawing


class BlockKind(StrEnum):
    """What lines are: prose, aligned columns, somebody else's words, our signature."""

    PROSE = "prose"
    COLUMNS = "columns"
    QUOTE = "quote"
    SIGNATURE = "signature"
    EMPTY = ""


@dataclass(frozen=True)
class Block:
    kind: BlockKind
    lines: Sequence[str] = ()
    rows: Sequence[Row] = ()

    @property
    def size(self) -> Sizes:
        return Sizes.of(self.rows)


class Paint(NamedTuple):
    ground: str
    ink: str


def _em(sign: str) -> float:
    """About how wide bold Arial draws it, in ems."""
    return 0.4 if sign == "*" else 0.95 if sign.isupper() else 0.6


@dataclass(frozen=True)
class Sizes:
    """In pixels, and the colour behind a board.

    half: half of a tile and of the gap beside it. thin: the height of strokes. note, inset: the
    words beside a row and the space before them. room: for a board on a narrow telephone.
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
        """The largest with which each row has room."""
        sizes = (cls(half) for half in range(cls.half, 1, -1))
        return next(size for size in sizes if all(size.across(row) <= cls.room for row in rows))

    def width(self, halves: int) -> int:
        return self.half * halves - self.gap

    def font(self, tile: Tile) -> int:
        """As large as lets the text fit its tile."""
        fitting = int(self.width(tile.span) / sum(map(_em, tile.text or " ")))
        return min(self.large, max(self.small, fitting))

    def across(self, row: Row) -> int:
        """A row's whole width: without it a narrow screen would squeeze each row by itself."""
        halves = row.offset + sum(tile.span for tile in row.tiles)
        beside = self.inset + self.note + self.gap if row.note else 0
        return self.half * halves + self.gap + beside


_GROUNDS: Mapping[Tint, Paint] = {
    Tint.LABEL: Paint("", "#5c5040"),
    Tint.EMPTY: Paint("#faf5ea", "#8a7d68"),
    # A shade darker, and a dark mode that turns letters light would leave it light.
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
    # Whose stack it is must still be seen.
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
    """The text as a page of ASCII in short lines, so that it needs no transfer encoding.

    facts: what the text was made of, the drawings in it in the order in which they stand there.
    """
    drawings = list(_drawings(facts))
    blocks = list(_blocks(text, drawings if len(drawings) <= MOST_BOARDS else ()))
    if blocks and blocks[0].kind is BlockKind.QUOTE:
        # Gmail folds away a quote that comes first.
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
        # Other people's words stand behind a bar, so none of them is taken for a board.
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
    """The lines, those joined again that were parted for want of room."""
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
