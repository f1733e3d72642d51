"""The layout of a finished text: its headings, paragraphs, tables, items and quotes.

The HTML version of a mail is made from its text alone, so both always say the same, and the mail of
a new command looks like all others. Only what a text shows is used: blank lines, indentation,
columns, underlines, the bars before words of others, and marks where the server folded a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TypeGuard

from pbm.notices.page.folds import FOLD, without_folds
from pbm.notices.page.tables import GAP, Table, table_of

FOLDED_AT = 74
"""The width of paragraphs. A line with room for the next word ends with a real line break."""
_NEVER = 1000
"""For texts that nobody has folded: a line goes on in the next one only if a mark says so."""

QUOTED_AT = 56
"""The width of paragraphs in words of others."""

_SIGNATURE = "-- "
_RULE = re.compile(r"(=+|-+)")
_SHORTEST_RULE = 3
_SLACK = 8
"""People may break a line this many columns earlier than the server would."""

_MARKED = re.compile(r"( {0,3})(\d{1,3}\.|[A-Z]{1,2}\d{1,2}[a-z]?|-)( {1,4})(?=\S)")
"""The beginning of an item: its indent, its mark and the space before its words."""

_MOVES = re.compile(r"\d+ \S+( +\d+ \S+)?")
"""Two moves of a game record with their numbers."""

_NUMBERED = re.compile(r"(\d+) (\S+)")

_FIRST_WORD = re.compile(r'"[^"]{1,40}"\S*|\S*')
"""The first word of a line, or its command in quotation marks. No line is broken within it."""

_NAME = re.compile(r"[-\d]")
"""A sign that many userids have and plain words have not. A userid has no capital at the beginning
of a sentence."""

_LONGEST_NAME = 40
"""A line with at most so many characters may be the name of what is said below it."""

_DEEPEST = 4
"""The paragraphs below an item may be indented this much further than the item."""

_STROKES = frozenset("+-|/\\.:<>=*#_")
_MOST_STROKES = 0.3
"""A text with a larger part of strokes among its characters is a drawing."""

_SMALLEST_DRAWING = 4


class Kind(StrEnum):
    """The kinds of lines of a text; each value is the name of a macro of the page."""

    HEADING = "heading"
    PROSE = "prose"
    """A paragraph."""

    INDENTED = "indented"
    """Commands to copy, addresses, refusals."""

    QUOTE = "quote"
    """Words of others, without their bars; an empty line is between paragraphs."""

    VERBATIM = "verbatim"
    """A drawing in characters, whose columns must stay."""

    RULE = "rule"
    """A line between parts of a mail; it has no text."""

    SIGNATURE = "signature"


@dataclass(frozen=True)
class Lines:
    """Lines of one kind, with real line breaks between them."""

    kind: Kind
    lines: Sequence[str] = ()


@dataclass(frozen=True)
class Item:
    """An item: a mark such as ``12.`` or ``G7``, and the text that belongs to it.

    aside: a second column of its first line, such as the move after its player.
    """

    mark: str
    first: str
    aside: str
    rest: Sequence[Block]


@dataclass(frozen=True)
class Items:
    items: Sequence[Item]


@dataclass(frozen=True)
class Moves:
    """The moves of a game record, each with its number. rows: those that are beside each other."""

    rows: Sequence[Sequence[tuple[str, str]]]


Block = Lines | Items | Moves | Table


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of a text, or of a part of it. Its folds may be marked."""
    before, mark, signature = f"\n{text}".rpartition(f"\n{_SIGNATURE}\n")
    made = list(_blocks((before if mark else text).split("\n")))
    return [*made, Lines(Kind.SIGNATURE, signature.strip("\n").split("\n"))] if mark else made


def _blocks(lines: Sequence[str], width: int = FOLDED_AT) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        if not lines[at]:
            at += 1
        elif _MARKED.match(lines[at]) and not _is_underlined(lines, at):
            end = _end_of_items(lines, at)
            yield Items(list(_items(lines[at:end])))
            at = end
        else:
            end = _end_of_paragraph(lines, at)
            yield from _paragraph(lines[at:end], width)
            at = end


def _end_of_paragraph(lines: Sequence[str], start: int) -> int:
    for at in range(start, len(lines)):
        is_item = _MARKED.match(lines[at]) is not None and not _is_underlined(lines, at)
        # The number that ends a sentence may begin a line: "13 is row 1, column" above "3. Row 1".
        is_item = is_item and not (at > start and _goes_on(lines[at - 1], lines[at], FOLDED_AT))
        if not lines[at] or (at > start and is_item):
            return at
    return len(lines)


# Items


def _end_of_items(lines: Sequence[str], start: int) -> int:
    """Return the index of the line after the last item; items may contain blank lines."""
    end, inside = start, 0
    for at in range(start, len(lines)):
        marked = _MARKED.match(lines[at])
        if marked and _is_underlined(lines, at):
            break
        if marked:
            inside = marked.end()
        if lines[at] and not marked and not _belongs(lines[at], lines[at - 1], inside):
            break
        if lines[at]:
            end = at + 1
    return end


def _belongs(line: str, above: str, inside: int) -> bool:
    indent = _indent(line)
    return indent >= inside and (above != "" or indent <= inside + _DEEPEST)


def _items(lines: Sequence[str]) -> Iterator[Item]:
    starts = [at for at, line in enumerate(lines) if _MARKED.match(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        marked = _MARKED.match(lines[start])
        assert marked is not None, "it was found by its mark"
        inside, mark = marked.end(), marked[2]
        first, *aside = GAP.split(lines[start][inside:], maxsplit=1)
        inner = [line[inside:] for line in lines[start + 1 : end]]
        # Only the server writes what is below a player and a move, and marks where it folds that.
        width = _NEVER if aside else FOLDED_AT - inside
        if not aside:
            inner, first = [first, *inner], ""
        yield Item(mark, first, "".join(aside), list(_blocks(inner, width)))


# Paragraphs


def _paragraph(lines: Sequence[str], width: int) -> Iterator[Block]:
    if _is_rule(lines[0]):
        yield Lines(Kind.RULE)
        yield from [Lines(Kind.HEADING, lines[1:2])] if len(lines) > 1 else []
        yield from _in_words(lines[2:], width)
    elif len(lines) > 1 and _is_rule(lines[1]):
        yield Lines(Kind.HEADING, [lines[0].strip()])
        yield from _in_words(lines[2:], width)
    elif len(lines) == 1 and lines[0].isupper() and not lines[0].startswith(" "):
        yield Lines(Kind.HEADING, lines)
    elif _is_record(lines):
        yield Moves([_NUMBERED.findall(line) for line in lines])
    elif _is_drawing(lines):
        yield Lines(Kind.VERBATIM, without_folds(lines)[0])
    else:
        yield from _in_words(lines, width)


def _in_words(lines: Sequence[str], width: int) -> Iterable[Block]:
    made: list[Block] = []
    for block in _by_kind(lines, width):
        above = made[-1] if made else None
        if above is not None and _is_prose(block) and _is_name(above):
            # A paragraph directly below another line is an indented one, which that line names.
            made[-1] = Items([Item("", "".join(above.lines), "", [block])])
        else:
            made.append(block)
    return made


def _is_prose(block: Block) -> TypeGuard[Lines]:
    return isinstance(block, Lines) and block.kind is Kind.PROSE


def _is_name(block: Block) -> TypeGuard[Lines]:
    if not _is_prose(block) or len(block.lines) > 1:
        return False
    (name,) = block.lines
    return len(name) <= _LONGEST_NAME and name[-1:].isalnum()


def _by_kind(lines: Sequence[str], width: int) -> Iterator[Block]:
    for kind, group in groupby(lines, _kind):
        found = list(group)
        if kind is Kind.QUOTE:
            yield Lines(kind, unfolded([line[1:].strip() for line in found], QUOTED_AT))
        elif kind is Kind.PROSE:
            yield Lines(kind, unfolded(found, width))
        else:
            yield from _columns(found)


def _kind(line: str) -> Kind:
    """Return the kind of a line: indented lines, rows of tables and tags of records share one."""
    if line.startswith("|"):
        return Kind.QUOTE
    is_set_off = "  " in line or line.startswith(" ") or _is_tag(line)
    return Kind.INDENTED if is_set_off else Kind.PROSE


def _columns(lines: Sequence[str]) -> Iterator[Block]:
    """Yield tables and indented lines. Lines that are indented further explain those above them."""
    table = table_of(lines)
    if table is not None:
        yield table
        return
    outer = min(map(_indent, lines))
    if any(_indent(line) > outer for line in lines) and _indent(lines[0]) == outer:
        yield Items(list(_explained(lines, outer)))
        return
    for has_gap, group in groupby(lines, lambda line: "  " in line.strip()):
        found = list(group)
        table = table_of(found) if has_gap and len(found) > 1 else None
        stripped = [line.strip() for line in found]
        prose = unfolded(stripped, FOLDED_AT - outer)
        if not table and len(found) > 2 and len(prose) <= len(found) // 2:
            # Most lines go on in the next one, unlike commands.
            yield Lines(Kind.PROSE, prose)
        else:
            yield table or Lines(Kind.INDENTED, unfolded(stripped))


def _explained(lines: Sequence[str], outer: int) -> Iterator[Item]:
    starts = [at for at, line in enumerate(lines) if _indent(line) == outer]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        first, *inner = GAP.split(lines[start].strip(), maxsplit=1)
        inner += [line.strip() for line in lines[start + 1 : end]]
        rest = [Lines(Kind.PROSE, unfolded(inner, FOLDED_AT - outer - 4))] if inner else []
        yield Item("", first, "", rest)


def unfolded(lines: Iterable[str], width: int | None = None) -> list[str]:
    """Join the lines that were folded.

    width: the width to which people fold such lines; None if nobody does, so that only marks count.
    """
    joined: list[str] = []
    above = ""
    for line in lines:
        if joined and (line.startswith(FOLD) or (width and _goes_on(above, line, width))):
            joined[-1] += "\n" + line.replace(FOLD, "")
        else:
            joined.append(line.replace(FOLD, ""))
        above = line
    return joined


def _goes_on(above: str, line: str, width: int) -> bool:
    """Return whether the line continues the one above, because its first word did not fit there.

    People break lines by hand a little early, so the width is not exact for plain words.
    """
    if line.startswith(FOLD):
        return True
    if _is_tag(line):
        return False
    word = _FIRST_WORD.match(line)
    assert word is not None, "it matches every line"
    is_plain = line[:1].islower() and not _NAME.search(word[0])
    slack = _SLACK if is_plain and above[-1:].isalnum() else 0
    return len(above) + len(word[0]) >= width - slack


# Lines


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    return at + 1 < len(lines) and _is_rule(lines[at + 1])


def _is_rule(line: str) -> bool:
    return len(line) >= _SHORTEST_RULE and _RULE.fullmatch(line) is not None


def _is_tag(line: str) -> bool:
    """Return whether a line is a tag of a game record, such as ``[South "alice"]``."""
    return line.startswith("[") and line.endswith('"]')


def _is_record(lines: Sequence[str]) -> bool:
    """Return whether these lines are the moves of a game record, two in a line."""
    return lines[0].startswith("1 ") and all(map(_MOVES.fullmatch, lines))


def _is_drawing(lines: Sequence[str]) -> bool:
    if len(lines) < _SMALLEST_DRAWING or lines[0].startswith("|"):
        return False
    signs = "".join(lines).replace(" ", "")
    return sum(sign in _STROKES for sign in signs) > _MOST_STROKES * len(signs)
