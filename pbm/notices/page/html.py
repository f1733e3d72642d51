"""The HTML version of a mail: its subject as the headline, and the same text, with drawn boards.

The page is generated from the finished plain text, so both always say the same.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from pbm.core.games import Picture, Row
from pbm.core.languages import ENGLISH
from pbm.notices.languages import translations
from pbm.notices.page.board_tables import PAINTS, Sizes
from pbm.notices.page.layout import Block, Prose, Quote, Table, blocks_of

ROOM = 328
"""The width of the text on a narrow phone, in pixels."""

_ALT_WIDTH = 200
"""To what width the words for a picture are folded; a line of a mail must not be too long."""

_TAG = re.compile(r"\[(?P<tag>[^\]]+)\] (?:(?P<ply>[^:]{1,40}): )?(?P<news>.+)")
_SERVER = "pbm"
_HARD_SPACE = "\u00a0"
_HARD_HYPHEN = "\u2011"


@dataclass(frozen=True)
class Image:
    """A picture of a board, with a line below it. alt: the board in words.

    The sizes are in pixels of the page.
    """

    source: str
    width: int
    height: int
    alt: str
    legend: str = ""

    @property
    def folded_alt(self) -> str:
        return textwrap.fill(self.alt, _ALT_WIDTH)


@dataclass(frozen=True)
class Tiles:
    """A board as a table."""

    rows: Sequence[Row]

    @property
    def size(self) -> Sizes:
        return Sizes.of(self.rows)


@dataclass(frozen=True)
class Target:
    """A link: what it is called, and its address. strong: whether it is what most readers want."""

    label: str
    url: str
    strong: bool = False


@dataclass(frozen=True)
class Buttons:
    links: Sequence[Target]


@dataclass(frozen=True)
class Choices:
    """Links of less weight, one behind the other."""

    links: Sequence[Target]


Shown = Block | Image | Tiles | Buttons | Choices


@dataclass(frozen=True)
class Inset:
    """What stands in the place of some lines of the text, from ``first`` on, up to before ``end``.

    shown: None if nothing does.
    lead: the beginning of these lines, which stays.
    """

    first: int
    end: int
    shown: Picture | Image | Buttons | Choices | None
    lead: str = ""


def page(
    subject: str,
    text: str,
    insets: Iterable[Inset] = (),
    language: str = ENGLISH,
    cells: Mapping[str, str] | None = None,
) -> str:
    """The mail as an HTML page in ASCII with short lines, so that it needs no transfer encoding.

    cells: links by the words of cells of tables.
    """
    above, headline = _headline(subject)
    blocks = list(_merged(_blocks(text, sorted(insets, key=lambda inset: inset.first))))
    if isinstance(blocks[0], Prose) and _repeats(blocks[0], headline):
        del blocks[0]
    if blocks and isinstance(blocks[0], Quote):
        # Gmail hides a quote at the beginning of a mail.
        blocks.insert(0, Prose([""]))
    made = _template().render(
        _=translations(language).gettext,
        blocks=blocks,
        language=language,
        title=subject,
        above=above,
        headline=headline,
        cells=cells or {},
    )
    return made.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _headline(subject: str) -> tuple[str, str]:
    """Return the headline of a mail, and the line above it, which names its board."""
    parts = _TAG.fullmatch(subject)
    if parts is None:
        return "", _sentence(subject)
    if parts["tag"] == _SERVER:
        return "", _sentence(subject.partition("] ")[2])
    above = " \u00b7 ".join(filter(None, (parts["tag"], parts["ply"])))
    return above, _sentence(parts["news"])


def _sentence(text: str) -> str:
    """The text with a capital, unless it begins with an address or the like."""
    return text[:1].upper() + text[1:] if text.partition(" ")[0].strip(":,").isalpha() else text


def _blocks(text: str, insets: Iterable[Inset]) -> Iterator[Shown]:
    lines, at = text.split("\n"), 0
    for inset in insets:
        yield from blocks_of("\n".join([*lines[at : inset.first], inset.lead]))
        yield from _shown(inset.shown)
        at = inset.end
    yield from blocks_of("\n".join(lines[at:]))


def _merged(blocks: Iterable[Shown]) -> Iterator[Shown]:
    """Join buttons that follow each other."""
    for is_button, group in groupby(blocks, lambda block: isinstance(block, Buttons)):
        found = list(group)
        if is_button:
            yield Buttons([link for block in found for link in block.links])  # type: ignore[union-attr]
        else:
            yield from found


def _repeats(prose: Prose, headline: str) -> bool:
    """Return whether a paragraph says what the headline says."""
    return len(prose.lines) == 1 and prose.lines[0].strip(".:").casefold() == headline.casefold()


def _shown(shown: Picture | Image | Buttons | Choices | None) -> Iterator[Shown]:
    if shown is None:
        return
    if not isinstance(shown, Picture):
        yield shown
        return
    yield from blocks_of(shown.above)
    yield Tiles(shown.rows)
    yield from blocks_of(shown.below)


# Widths


def _wide(text: str, size: int) -> float:
    """Return about how wide a text is in Arial, in pixels; rather too much."""
    return size * sum(0.75 if sign.isupper() else 0.58 if sign.isalnum() else 0.4 for sign in text)


@dataclass(frozen=True)
class Fitted:
    """How a table fits into a narrow phone.

    size: of the font. beside: how many columns stand beside each other; the others stand in a line
    below them.
    """

    size: int
    beside: int
    below: bool


_LARGE, _SMALL, _GAP = 15, 14, 10


def _fitted(table: Table) -> Fitted:
    columns = len(table.figures)
    rows = [table.head, *table.rows] if table.head else table.rows
    for size in (_LARGE, _SMALL):
        if sum(_room_of(rows, size)) <= ROOM:
            return Fitted(size, columns, below=False)
    if columns == 2:
        return Fitted(_SMALL, columns, below=False)
    room, beside = ROOM, 0
    for width in _room_of(rows, _LARGE):
        room -= int(width)
        beside += room >= 0
    return Fitted(_LARGE, max(1, min(beside, columns - 1)), below=True)


def _room_of(rows: Sequence[Sequence[str]], size: int) -> list[float]:
    columns = zip(*rows, strict=True)
    return [max(_wide(cell, size) for cell in cells) + _GAP for cells in columns]


_BUTTON, _PADDING, _BETWEEN = 15, 32, 8


def _packed(links: Sequence[Target]) -> list[list[Target]]:
    """Split buttons into rows that fit."""
    rows: list[list[Target]] = []
    room = 0.0
    for link in links:
        width = _wide(link.label, _BUTTON) + _PADDING + _BETWEEN
        if not rows or width > room:
            rows.append([])
            room = ROOM + _BETWEEN
        rows[-1].append(link)
        room -= width
    return rows


_SIGN = 0.61
"""The width of a sign in monospaced fonts, in em."""


def _fine(lines: Sequence[str]) -> int:
    """Return the size of a monospaced font with which the lines fit."""
    return max(7, min(14, int(ROOM / _SIGN / max(map(len, lines)))))


_LONGEST_HARD = 30


def _hard(text: str) -> str:
    """A text that fits a line, with spaces and hyphens at which no line is broken."""
    if len(text) > _LONGEST_HARD:
        return text
    return text.replace(" ", _HARD_SPACE).replace("-", _HARD_HYPHEN)


_LONG_WORD = re.compile(rf"\S{{{24}}}(?=\S)")
_SOFT_BREAK = "\u200b"


def _soft(text: str) -> str:
    """The text with invisible places in long words where a line may be broken."""
    return _LONG_WORD.sub(lambda word: word[0] + _SOFT_BREAK, text)


_LONGER_THAN_TOKENS = re.compile(r"[^\s@]{34,}")
_PART = 20


def _breakable(text: str) -> Markup:
    """The text with places in the longest words where a line may be broken; copied, they are gone.

    A token is shorter, so its mask stays whole.
    """
    parts: list[Markup] = []
    at = 0
    for word in _LONGER_THAN_TOKENS.finditer(text):
        pieces = [word[0][start : start + _PART] for start in range(0, len(word[0]), _PART)]
        parts += [escape(text[at : word.start()]), Markup("<wbr>").join(pieces)]
        at = word.end()
    return Markup().join([*parts, escape(text[at:])])


@cache
def _template() -> Template:
    made = Environment(
        loader=PackageLoader("mail_templates", ""),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    made.globals |= {"paints": PAINTS}
    made.filters |= {
        "fitted": _fitted,
        "packed": _packed,
        "fine": _fine,
        "hard": _hard,
        "soft": _soft,
        "breakable": _breakable,
    }
    made.tests["prose"] = lambda block: isinstance(block, Prose)
    return made.get_template("page.html.j2")
