"""A part of a mail as lines of text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbm.base.characters import split_lines, tidy_lines
from pbm.mail.body.enriched import enriched_lines
from pbm.mail.body.flowed import unflow
from pbm.mail.body.found import ENRICHED, HTML, PLAIN, Found
from pbm.mail.body.html_text import read_html
from pbm.mail.body.traces import without_traces
from pbm.mail.charsets import decode
from pbm.mail.mime import Part
from pbm.mail.transfer import QUOTED_PRINTABLE

MAX_TEXT = 256 * 1024
MAX_LINES = 2000
MAX_LINE = 1000
MAX_BROKEN_LINES = 10_000
"""The most wrapped lines that are joined: far more than are read."""

_SOFT_BREAK = re.compile(rb"=[ \t]*\r?\n")

# Some programs declare a page as plain text.
_PAGE = re.compile(
    r"\s*<(?:!doctype html|html|head|body|div|p|span|table|font|meta)\b[^<>]*>.*</\w+>\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
# "=" and two digits: no encoder has to escape the character with that code, so the text may not be
# encoded at all. Excluded are =20 and =09 (space and tab) and =46rom ("From" at the start of a
# line), which encoders do write.
_CARELESS = re.compile(rb"=(?!20|09|46rom)[0-7][0-9]")


@dataclass(frozen=True)
class Text:
    """The lines of a part. undecoded: its lines if it was declared quoted-printable by mistake.

    signature: the lines that the HTML beside it marks as the writer's signature.
    kind: the content type of the part.
    found: what stood in the part in place of words, and is not among the lines.
    """

    lines: tuple[str, ...] = ()
    undecoded: tuple[str, ...] = ()
    signature: tuple[str, ...] = ()
    kind: str = PLAIN
    found: frozenset[Found] = frozenset()


def first_lines(mail: Part) -> tuple[str, ...]:
    """The lines of the first part of a mail of ours, which is plain text."""
    inner = mail.children
    return first_lines(inner[0]) if inner else text_of(mail).lines


def text_of(part: Part) -> Text:
    """The text of a part, without what mail programs leave in it that is no text."""
    text = part.text[:MAX_TEXT]
    if part.kind == HTML or (part.kind == PLAIN and _PAGE.match(text)):
        page = read_html(text, with_struck=False)
        lines, found = without_traces(bounded(page.lines))
        return Text(lines, kind=HTML, found=found | ({Found.STRUCK} if page.struck else set()))
    all_lines = enriched_lines(text) if part.kind in ENRICHED else joined_lines(part, text)
    lines, found = without_traces(bounded(all_lines))
    undecoded: tuple[str, ...] = ()
    if is_careless(part):
        undecoded, _ = without_traces(bounded(joined_lines(part, _undecoded_text(part))))
    return Text(lines, undecoded, kind=part.kind, found=found)


def is_careless(part: Part) -> bool:
    """Whether the part is declared quoted-printable but may not have been encoded at all."""
    return part.encoding == QUOTED_PRINTABLE and bool(_CARELESS.search(part.content[:MAX_TEXT]))


def _undecoded_text(part: Part) -> str:
    """The body with only its soft line breaks removed, so that no quoted line is split."""
    joined = _SOFT_BREAK.sub(b"", part.content)
    return decode(joined, part.parameter("charset"))[:MAX_TEXT]


def is_flowed(part: Part) -> bool:
    return part.parameter("format").lower() == "flowed"


def joined_lines(part: Part, text: str) -> list[str]:
    """The lines of the text; those of format=flowed are joined."""
    lines = split_lines(text)
    if not is_flowed(part):
        return lines
    return unflow(lines[:MAX_BROKEN_LINES], delete_space=part.parameter("delsp").lower() == "yes")


def bounded(lines: list[str]) -> tuple[str, ...]:
    """The lines without control characters, as many and as long as are read."""
    read = lines[:MAX_LINES]
    if max(map(len, read), default=0) > MAX_LINE:
        read = [line[:MAX_LINE] for line in read]
    return tuple(map(str.rstrip, tidy_lines(read)))
