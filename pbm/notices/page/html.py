"""The HTML version of a mail: its subject as the headline, and the same text, with drawn boards.

The page is generated from the finished plain text, so both always say the same.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, groupby, pairwise
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbm.core.games import Picture, Row
from pbm.core.languages import ENGLISH
from pbm.notices.languages import translations
from pbm.notices.page.board_tables import PAINTS, Sizes
from pbm.notices.page.card import Card
from pbm.notices.page.layout import Block, Item, Items, Kind, Lines, Moves, blocks_of
from pbm.notices.page.tables import Table
from pbm.notices.page.widths import (
    NARROWEST,
    below,
    breakable,
    fine,
    fitted,
    hard,
    paired,
    soft,
    wide_button,
    with_marks,
)

BETWEEN = 8
"""The space between two buttons, in pixels."""

_ALT_WIDTH = 200
"""The width to which alternative texts are folded; no line of a mail must be too long."""

_PREVIEW = 120
"""The most characters of a mail that mail programs show in their lists."""

_TAG = re.compile(r"\[(?P<tag>[^\]]+)\] (?:(?P<ply>(?=[^:]*\d)[^:]{1,40}): )?(?P<news>.+)")
"""A subject with the board and a ply or a move, such as ``[gyges 17] ply 9: your move, bob``."""

_ENDS = ".:!\u00a0 "
"""The signs that may end a sentence, with the spaces before them in French."""

_ELISION = re.compile(r"(?<=[^\W\d_])['\u2019](?=.)")
"""The mark behind an article in French and Italian, which is joined to its noun: ``l'analisi``."""

_SERVER = "pbm"


@dataclass(frozen=True)
class Image:
    """A picture of a board, with a line below it.

    width: in pixels, where there is room for it.
    alt: the board in words.
    key: the part of the legend that is shown where the other words say the rest.
    """

    source: str
    width: int
    alt: str
    legend: str = ""
    key: str = ""

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
    """A link: its label, and its address ("" for words that are no link).

    strong: whether most readers want it.
    """

    label: str
    url: str
    strong: bool = False


@dataclass(frozen=True)
class Buttons:
    links: Sequence[Target]

    @property
    def rows(self) -> Sequence[Sequence[Target]]:
        """The links that fit beside each other on a narrow phone."""
        rows: list[list[Target]] = []
        room = 0.0
        for link in self.links:
            width = wide_button(link.label) + BETWEEN
            if not rows or width > room:
                rows.append([])
                room = NARROWEST + BETWEEN
            rows[-1].append(link)
            room -= width
        return rows


@dataclass(frozen=True)
class Choices:
    """Less prominent links, one after the other. label: the words before the links."""

    links: Sequence[Target]
    label: str = ""


@dataclass(frozen=True)
class Strip:
    """A game in a few pictures. aim: it in a sentence. views: each picture with its words."""

    aim: str
    views: Sequence[tuple[Image, str]]


Shown = Block | Image | Tiles | Buttons | Choices | Strip


@dataclass(frozen=True)
class Inset:
    """A replacement for some lines of the text, from ``first`` up to, but not including, ``end``.

    shown: the replacement; None to show nothing.
    lead: the beginning of these lines, which is kept.
    """

    first: int
    end: int
    shown: Picture | Image | Buttons | Choices | Strip | None
    lead: str = ""


def page(  # noqa: PLR0913 (what a page is made of)
    subject: str,
    text: str,
    insets: Iterable[Inset] = (),
    language: str = ENGLISH,
    cells: Mapping[str, str] | None = None,
    *,
    names: Collection[str] = (),
) -> str:
    """The mail as an HTML page in ASCII with short lines, so that it needs no transfer encoding.

    text: its folds may be marked.
    names: userids, which keep their case at the beginning of a headline.
    cells: addresses of links, by the words of the table cells that hold them.
    """
    tag, above, headline = _headline(subject, names)
    blocks = blocks_with(text, insets, language)
    blocks[:1] = _unrepeated(blocks[0], headline)
    _shorten_parts(blocks, names)
    if blocks and kind_of(blocks[0]) == Kind.QUOTE:
        # Gmail hides a quote at the beginning of a mail.
        blocks.insert(0, Lines(Kind.PROSE, [""]))
    return _rendered(
        language,
        face=None,
        blocks=blocks,
        title=subject,
        preview=f"{tag} {_preview(blocks)}",
        above=above,
        headline=headline,
        cells=cells or {},
        names=names,
    )


@dataclass(frozen=True)
class Face:
    """A card with its links and pictures, ready for its template.

    board, strip: the picture or table of the board, and the game in pictures; None for none.
    lead, quote, prompt, notes: the blocks of these parts.
    """

    card: Card
    board: Sequence[Shown]
    strip: Strip | None
    lead: Sequence[Shown]
    quote: Sequence[Shown]
    prompt: Sequence[Shown]
    notes: Sequence[Shown]
    button: Sequence[Target]
    hint: Sequence[Target]
    links: Sequence[Target]
    more: Sequence[Target]


def card_page(face: Face, subject: str, language: str = ENGLISH) -> str:
    """A card as an HTML page, in the form of ``page``. subject: that of the mail."""
    tag = subject.partition("]")[0] + "]"
    said = face.card.preview
    return _rendered(
        language,
        face=face,
        title=subject,
        preview=f"{tag} {textwrap.shorten(said, _PREVIEW, placeholder=chr(32) + chr(8230))}",
        above=face.card.above,
        headline=face.card.headline,
        blocks=(),
        cells={},
        names=(),
    )


def blocks_with(text: str, insets: Iterable[Inset] = (), language: str = ENGLISH) -> list[Shown]:
    """The blocks of a part of a page."""
    lines = text.split("\n")
    blocks = _titled(_merged(_blocks(lines, sorted(insets, key=lambda inset: inset.first))))
    _lead_on(blocks, translations(language).gettext(": ").rstrip(" "))
    return blocks


def _rendered(language: str, **facts: Any) -> str:
    made = _template().render(_=translations(language).gettext, language=language, **facts)
    return made.encode("ascii", "xmlcharrefreplace").decode("ascii")


def kind_of(block: Shown) -> str:
    """The name of the macro that shows a block."""
    return block.kind if isinstance(block, Lines) else type(block).__name__.casefold()


def first_word(subject: str) -> str:
    """The word with which the headline of a mail begins."""
    return _parts(subject)[2].partition(" ")[0].strip(":,")


def _headline(subject: str, names: Collection[str] = ()) -> tuple[str, str, str]:
    """Return the tag of a mail, the line above its headline (its board), and the headline."""
    tag, above, words = _parts(subject)
    return tag, above, words if first_word(subject) in names else _sentence(words)


def _parts(subject: str) -> tuple[str, str, str]:
    """Return these parts of a subject as they are written in it."""
    parts = _TAG.fullmatch(subject)
    if parts is None:
        return f"[{_SERVER}]", "", subject
    tag = f"[{parts['tag']}]"
    if parts["tag"] == _SERVER:
        return tag, "", subject.partition("] ")[2]
    # Subjects in English keep the word that their filters know.
    number = (parts["ply"] or "").replace("ply ", "move ")
    above = " \u00b7 ".join(filter(None, (parts["tag"], number)))
    return tag, above, parts["news"]


def _sentence(text: str) -> str:
    """The text with a capital, unless it begins with an address or the like."""
    first = text.partition(" ")[0].strip(":,")
    return _capital(text) if all(map(str.isalpha, _ELISION.split(first))) else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _blocks(lines: Sequence[str], insets: Iterable[Inset]) -> Iterator[Shown]:
    at = 0
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


def _titled(blocks: Iterable[Shown]) -> list[Shown]:
    """Make a single word above a table, such as the name of a game, the heading of the table."""
    found = list(blocks)
    for at, (block, following) in enumerate(pairwise(found)):
        if (
            isinstance(following, Table)
            and isinstance(block, Lines)
            and block.kind is Kind.PROSE
            and "".join(block.lines).isalnum()
        ):
            found[at] = Lines(Kind.HEADING, block.lines)
    return found


def _unrepeated(block: Shown, headline: str) -> list[Shown]:
    """Return the first block without a beginning that repeats the headline."""
    if not isinstance(block, Lines) or block.kind is not Kind.PROSE:
        return [block]
    first, *others = block.lines
    said, words = headline.rstrip(_ENDS).casefold(), first.casefold()
    whole = words.rstrip(_ENDS)
    is_beginning = words.endswith(":") and said.startswith(f"{whole} ")
    if said == whole or is_beginning or said.endswith(f": {whole}"):
        return [Lines(block.kind, others)] if others else []
    rest = first[len(said) :]
    more = rest.lstrip(f"{_ENDS}\n")
    goes_on = rest[:1] in _ENDS and rest.lstrip(_ENDS) != rest.lstrip()
    # A single word, such as a move, says nothing by itself.
    if words.startswith(said) and goes_on and " " in more:
        return [Lines(block.kind, [_sentence(more), *others])]
    return [block]


def _lead_on(blocks: list[Shown], colon: str) -> None:
    """End the words above a command or a link with a colon: away from it, they seem cut off.

    In the text the command is the end of their sentence. Some sentences have a colon, and the
    command behind it.
    """
    for at, (block, following) in enumerate(pairwise(blocks)):
        is_led = isinstance(following, Buttons | Choices) or (
            isinstance(following, Lines) and following.kind is Kind.INDENTED
        )
        if is_led and isinstance(block, Lines) and block.kind is Kind.PROSE:
            *above, last = block.lines
            sentence = last.rpartition(". ")[2]
            if ":" not in sentence and (last[-1:] == "," or last[-1:].isalnum()):
                blocks[at] = Lines(block.kind, [*above, last.rstrip(",") + colon])


def _shorten_parts(blocks: list[Shown], names: Collection[str]) -> None:
    """Leave out what repeats the headings of the mails within a mail."""
    title = ""
    for at, block in enumerate(blocks):
        if isinstance(block, Lines) and block.kind is Kind.HEADING:
            heading = " ".join(block.lines)
            title = title_of(heading, names).text if _TAG.fullmatch(heading) else ""
        elif title and not isinstance(block, Buttons):
            blocks[at : at + 1] = _unrepeated(block, title)
            title = ""


@dataclass(frozen=True)
class Title:
    """The heading of a mail within a mail. above: the line above it, "" for none."""

    above: str
    text: str


def title_of(heading: str, names: Collection[str] = ()) -> Title:
    """The heading of a part, which may be the subject of a mail."""
    return Title(*_headline(heading, names)[1:]) if _TAG.fullmatch(heading) else Title("", heading)


def _preview(blocks: Iterable[Shown]) -> str:
    """Return the first words of a mail, which mail programs show in lists, after the subject."""
    words = " ".join(chain.from_iterable(map(_said, blocks)))
    return textwrap.shorten(words, _PREVIEW, placeholder=" \u2026")


def _said(block: Shown) -> Iterator[str]:
    match block:
        case Lines(kind=Kind.VERBATIM | Kind.SIGNATURE):
            return
        case Lines(lines=lines):
            yield from lines
        case Moves(rows=rows):
            yield from (f"{number} {move}" for row in rows for number, move in row)
        case Items(items=items):
            yield from chain.from_iterable(map(_said_of, items))
        case Table(rows=rows):
            yield from chain.from_iterable(rows)


def _said_of(item: Item) -> Iterator[str]:
    yield from (item.first, item.aside)
    yield from chain.from_iterable(map(_said, item.rest))


def _shown(shown: Picture | Image | Buttons | Choices | Strip | None) -> Iterator[Shown]:
    if shown is None:
        return
    if not isinstance(shown, Picture):
        yield shown
        return
    yield from blocks_of(shown.above)
    yield Tiles(shown.rows)
    yield from blocks_of(shown.below)


@cache
def _template() -> Template:
    made = Environment(
        loader=PackageLoader("pbm.mail_templates", ""),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    made.globals |= {"paints": PAINTS}
    made.filters |= {
        "fitted": fitted,
        "fine": fine,
        "hard": hard,
        "soft": soft,
        "breakable": breakable,
        "kind": kind_of,
        "title": title_of,
        "below": below,
        "paired": paired,
        "with_marks": with_marks,
    }
    return made.get_template("page.html.j2")
