"""All texts in a letter: header fields, bodies, attachments, HTML attributes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pbm.base.characters import is_plain, one_line, split_lines, tidy_lines
from pbm.base.values import cached_property, quickly_made
from pbm.core.passwords import SHORTEST
from pbm.mail import headers, mime
from pbm.mail.body.enriched import enriched_lines
from pbm.mail.body.found import ENRICHED
from pbm.mail.body.html_text import read_html
from pbm.mail.body.parts import MAX_BROKEN_LINES, is_careless, is_flowed, joined_lines
from pbm.mail.body.raw_parts import raw_parts
from pbm.mail.charsets import decode
from pbm.mail.entities import unescaped
from pbm.mail.mime import Part

# Letters of people are far below these limits. A letter that exceeds a limit is not searched.
MAX_PARTS = 100
MAX_ENTITIES = 10_000
MAX_ENCODED_FIELDS = 500
MAX_ENCODED_HEAD = 16 * 1024

_BINARY = re.compile("[\0-\x08\x0e-\x1f\ufffd]")
_TYPED = re.compile(rb"(?:subject|comments|keywords|thread-topic)[ \t]*:", re.IGNORECASE)
_DASHES = re.compile(rb"^--[^\n]*", re.MULTILINE)
# Fields that servers and mail programs write; they are most of a letter's header.
_TRACE = re.compile(
    rb"(?:received|dkim-|domainkey-|arc-|authentication-results|return-path|date|mime-version"
    rb"|message-id|in-reply-to|references|content-type|x-google-|x-gm-)",
    re.IGNORECASE,
)


class Unsearchable(Exception):
    """The letter exceeds a limit, so that it cannot be searched to its end."""


class SearchLimits:
    """Counts what was searched of one letter, and stops at the limits."""

    def __init__(self) -> None:
        self._parts = 0
        self._encoded_fields = 0
        self._encoded_bytes = 0

    def count_part(self, part: Part) -> None:
        """:raises Unsearchable: if there are too many parts, or a limit hides some of ``part``"""
        self._parts += 1
        head = part.raw[part.start : part.body]
        if self._parts > MAX_PARTS or mime.is_cut(part) or not headers.is_bounded(head):
            raise Unsearchable

    def count_encoded(self, field: bytes) -> None:
        """:raises Unsearchable: if there are too many encoded header fields, or bytes in them"""
        self._encoded_fields += 1
        self._encoded_bytes += len(field)
        if self._encoded_fields > MAX_ENCODED_FIELDS or self._encoded_bytes > MAX_ENCODED_HEAD:
            raise Unsearchable


class View(NamedTuple):
    """A decoded body.

    source: the body; of HTML, with its entities replaced. visible: the text that a reader sees.
    unstruck: the same without what is struck out or unseen. For plain ASCII text, all are the same
    object.
    """

    text: str
    source: str
    visible: str
    unstruck: str


Views = dict[tuple[object, ...], View]
"""A cache of views, by everything that decides how a body is decoded."""


@quickly_made
@dataclass(frozen=True)
class Passage:
    """A text in a letter. written: whether it is for people to read, rather than for programs."""

    text: str
    written: bool

    @cached_property
    def long_words(self) -> Collection[str]:
        """The words that are as long as a password, once each."""
        # A pattern takes ten times as long as ``split``; most words of a drawn board are the same.
        return [word for word in dict.fromkeys(self.text.split()) if len(word) >= SHORTEST]


def passages(raw: bytes, views: Views) -> Iterator[Passage]:
    """Yield all texts in a letter.

    :raises Unsearchable: if the letter exceeds a limit
    """
    yield from _of_part(mime.parse(raw), views, SearchLimits())


def view_of(part: Part, views: Views) -> View:
    """The decoded body of a part.

    :raises Unsearchable: if the part exceeds a limit
    """
    # The key leaves out other headers: blanking a token in one of them changes no body.
    key = (part.content, *headers.about_content(part.headers))
    if key not in views:
        shown = views[key] = _view(part)
        # What is encoded within a text could not be blanked.
        if raw_parts(split_lines(shown.unstruck), part.depth)[1] is not None:
            raise Unsearchable
    return views[key]


def _of_part(part: Part, views: Views, limits: SearchLimits) -> Iterator[Passage]:
    limits.count_part(part)
    yield from _of_head(part.raw[part.start : part.body], limits)
    inner = part.children or mime.enclosed(part)
    if not inner:
        yield from _of_body(part, views)
        return
    for child in inner:
        yield from _of_part(child, views, limits)
    # The text before and after the parts, which mail programs without MIME show.
    for outside in (part.raw[part.body : inner[0].start], part.raw[inner[-1].end : part.end]):
        yield Passage(decode(_DASHES.sub(b"", outside)), written=True)


def _of_head(head: bytes, limits: SearchLimits) -> Iterator[Passage]:
    """Yield what people type into header fields, then all other fields but trace fields."""
    typed: list[str] = []
    others: list[str] = []
    for field in headers.fields(head):
        if not _TRACE.match(field):
            (typed if _TYPED.match(field) else others).append(_value(field, limits))
    yield Passage("\n".join(typed), written=True)
    yield Passage("\n".join(others), written=False)


def _value(field: bytes, limits: SearchLimits) -> str:
    text = one_line(decode(field.partition(b":")[2]))
    if "=?" not in text:
        return text
    limits.count_encoded(field)
    return headers.decode_words(text, MAX_ENCODED_HEAD)


def _of_body(part: Part, views: Views) -> Iterator[Passage]:
    text, source, visible, unstruck = view_of(part, views)
    yield Passage(visible, written=part.kind == "text/html" or not _BINARY.search(text))
    if unstruck is not visible:
        yield Passage(unstruck, written=True)
    if source is not visible:
        yield Passage(source, written=False)
    if is_careless(part):
        yield Passage(decode(part.content), written=False)
    # Base64 has no blanks, so the part is declared base64 but was not encoded.
    if part.encoding == "base64" and b" " in part.content:
        yield Passage(decode(part.content), written=True)


def _view(part: Part) -> View:
    text = part.text
    if part.kind == "text/html":
        return _page(text)
    if part.kind in ENRICHED:
        visible = _tidied(enriched_lines(text))
        return View(text, text, visible, visible)
    if not is_flowed(part) and text.isascii() and is_plain(text.encode()):
        return View(text, text, text, text)
    if is_flowed(part) and len(split_lines(text)) > MAX_BROKEN_LINES:
        raise Unsearchable
    visible = _tidied(joined_lines(part, text))
    return View(text, text, visible, visible)


def _page(text: str) -> View:
    page = read_html(text)
    if not page.whole or text.count("&") > MAX_ENTITIES:
        raise Unsearchable
    visible = unstruck = _tidied(page.lines)
    if page.struck or page.unseen:
        unstruck = _tidied(read_html(text, with_struck=False).lines)
    return View(text, unescaped(text), visible, unstruck)


def _tidied(lines: list[str]) -> str:
    return "\n".join(tidy_lines(lines))
