"""Every text that a letter holds, wherever it stands: fields, bodies, attachments, attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from pbm.base.characters import one_line, split_lines, tidy
from pbm.mail import headers, mime
from pbm.mail.charsets import decode
from pbm.mail.html_text import read_html
from pbm.mail.mime import Part
from pbm.mail.parts import MAX_BROKEN_LINES, is_careless, is_flowed, joined_lines

# A person's letter is far below each of these; beyond them nothing is searched.
MAX_PARTS = 100
MAX_ENTITIES = 10_000
MAX_ENCODED_FIELDS = 500
MAX_ENCODED_HEAD = 16 * 1024

_PLAIN = re.compile(r"[\t\r\n -~]*")
_BINARY = re.compile("[\0-\x08\x0e-\x1f\ufffd]")
_TYPED = re.compile(rb"(?:subject|comments|keywords|thread-topic)[ \t]*:", re.IGNORECASE)
_DASHES = re.compile(rb"^--[^\n]*", re.MULTILINE)
# What servers write on the way, most of a letter's head.
_TRACE = re.compile(
    rb"(?:received|dkim-|domainkey-|arc-|authentication-results|return-path|date|mime-version"
    rb"|message-id|in-reply-to|references|content-type|x-google-|x-gm-)",
    re.IGNORECASE,
)


class Beyond(Exception):
    """The letter is too large or too odd to be searched to its end."""


class Effort:
    """How much of one letter was looked at."""

    def __init__(self) -> None:
        self._parts = 0
        self._encoded_fields = 0
        self._encoded_bytes = 0

    def take_part(self, part: Part) -> None:
        """:raises Beyond: if there were too many, or there is more in it than can be seen"""
        self._parts += 1
        head = part.raw[part.start : part.body]
        if self._parts > MAX_PARTS or mime.is_cut(part) or not headers.is_bounded(head):
            raise Beyond

    def take_encoded(self, field: bytes) -> None:
        """:raises Beyond: if there were too many"""
        self._encoded_fields += 1
        self._encoded_bytes += len(field)
        if self._encoded_fields > MAX_ENCODED_FIELDS or self._encoded_bytes > MAX_ENCODED_HEAD:
            raise Beyond


class View(NamedTuple):
    """A body as it may be looked at. source: HTML with its entities read. visible: what a reader
    sees; of what they see every word of, the text itself.
    """

    text: str
    source: str
    visible: str


Views = dict[bytes, View]
"""Of parts by their bytes, so that none is decoded twice."""


@dataclass(frozen=True)
class Passage:
    """A text in a letter. written: for people to read, and not a program's."""

    text: str
    written: bool


def passages(raw: bytes, views: Views) -> Iterator[Passage]:
    """:raises Beyond: if there is more than can be searched"""
    yield from _of_part(mime.parse(raw), views, Effort())


def view_of(part: Part, views: Views) -> View:
    """:raises Beyond: if it is too large to be looked at to its end"""
    whole = part.raw[part.start : part.end]
    if whole not in views:
        views[whole] = _view(part)
    return views[whole]


def _of_part(part: Part, views: Views, effort: Effort) -> Iterator[Passage]:
    effort.take_part(part)
    yield from _of_head(part.raw[part.start : part.body], effort)
    inner = mime.children(part) or mime.enclosed(part)
    if not inner:
        yield from _of_body(part, views)
        return
    for child in inner:
        yield from _of_part(child, views, effort)
    # What programs that know no parts would show.
    for outside in (part.raw[part.body : inner[0].start], part.raw[inner[-1].end : part.end]):
        yield Passage(decode(_DASHES.sub(b"", outside)), written=True)


def _of_head(head: bytes, effort: Effort) -> Iterator[Passage]:
    """What was typed, and what else may have been; nothing that servers write on the way."""
    typed: list[str] = []
    others: list[str] = []
    for field in headers.fields(head):
        if not _TRACE.match(field):
            (typed if _TYPED.match(field) else others).append(_value(field, effort))
    yield Passage("\n".join(typed), written=True)
    yield Passage("\n".join(others), written=False)


def _value(field: bytes, effort: Effort) -> str:
    text = one_line(decode(field.partition(b":")[2]))
    if "=?" not in text:
        return text
    effort.take_encoded(field)
    return headers.decode_words(text, MAX_ENCODED_HEAD)


def _of_body(part: Part, views: Views) -> Iterator[Passage]:
    text, source, visible = view_of(part, views)
    yield Passage(visible, written=part.kind == "text/html" or not _BINARY.search(text))
    if source is not visible:
        yield Passage(source, written=False)
    if is_careless(part):
        yield Passage(decode(part.content), written=False)
    # Nothing in base64 has a blank in it: somebody only claimed to have encoded it.
    if part.encoding == "base64" and b" " in part.content:
        yield Passage(decode(part.content), written=True)


def _view(part: Part) -> View:
    text = part.text
    if part.kind == "text/html":
        return _page(text)
    if not is_flowed(part) and _PLAIN.fullmatch(text):
        return View(text, text, text)
    if is_flowed(part) and len(split_lines(text)) > MAX_BROKEN_LINES:
        raise Beyond
    return View(text, text, "\n".join(map(tidy, joined_lines(part, text))))


def _page(text: str) -> View:
    page = read_html(text)
    if not page.whole or text.count("&") > MAX_ENTITIES:
        raise Beyond
    return View(text, unescape(text), "\n".join(map(tidy, page.lines)))
