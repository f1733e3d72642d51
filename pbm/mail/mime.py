"""The parts of a mail and where in its bytes they stand.

The stdlib's parser takes time in the square of the nesting and loses the offsets that redaction
needs; this one never looks deeper or further than its limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from functools import cached_property
from itertools import islice

from pbm.mail import headers

MAX_DEPTH = 8
MAX_CHILDREN = 50

_ENCODINGS = {"base64", "quoted-printable"}
# One pattern for all boundaries: to compile one for each mail takes longer than to read it.
_DASHES = re.compile(rb"^--([^\n]*)\n?", re.MULTILINE)
_BLANK_LINE = re.compile(rb"^\r?\n", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """A mail or a part of it: ``raw[start:body]`` are its headers, ``raw[body:end]`` its body."""

    raw: bytes
    start: int
    body: int
    end: int
    headers: Message
    depth: int = 0

    @cached_property
    def kind(self) -> str:
        return headers.content_type(self.headers)

    @cached_property
    def encoding(self) -> str:
        """The transfer encoding in lower case, "" where none is named."""
        return headers.word(self.headers, "Content-Transfer-Encoding")

    def parameter(self, name: str) -> str:
        """A parameter of the content type such as ``charset``, or nothing."""
        return self._parameters.get(name, "")

    @cached_property
    def _parameters(self) -> Mapping[str, str]:
        return headers.parameters(self.headers)

    @property
    def content(self) -> bytes:
        """The body as it was transferred."""
        return self.raw[self.body : self.end]


def parse(raw: bytes) -> Part:
    """The whole mail as its outermost part."""
    return _part(raw, 0, len(raw), 0)


def header_size(raw: bytes) -> int:
    """How many bytes stand before the first empty line: all where there is none."""
    blank = _BLANK_LINE.search(raw)
    return blank.start() if blank else len(raw)


def is_multipart(part: Part) -> bool:
    return part.kind.startswith("multipart/")


def children(part: Part) -> list[Part]:
    """The parts of a multipart, in order; none of anything else and none too deep inside."""
    if part.depth >= MAX_DEPTH or not is_multipart(part):
        return []
    spans = islice(_spans(part), MAX_CHILDREN)
    return [_part(part.raw, start, end, part.depth + 1) for start, end in spans]


def enclosed(part: Part) -> list[Part]:
    """The mail inside a message/rfc822 part, unless it was encoded as a whole."""
    encoded = part.encoding in _ENCODINGS
    if part.depth >= MAX_DEPTH or encoded or part.kind != "message/rfc822":
        return []
    return [_part(part.raw, part.body, part.end, part.depth + 1)]


def _part(raw: bytes, start: int, end: int, depth: int) -> Part:
    blank = _BLANK_LINE.search(raw, start, end)
    body = blank.end() if blank else end
    return Part(raw, start, body, end, headers.parse(raw[start:body]), depth)


def _spans(part: Part) -> Iterator[tuple[int, int]]:
    """Where each child begins and ends; the line end before a boundary belongs to the boundary."""
    boundary = part.parameter("boundary").encode("utf-8", "replace")
    if not boundary:
        return
    start: int | None = None
    for found in _DASHES.finditer(part.raw, part.body, part.end):
        line = found[1].rstrip(b" \t\r")
        if line not in (boundary, boundary + b"--"):
            continue
        if start is not None:
            yield start, max(start, _before_line_end(part.raw, found.start()))
        if line != boundary:
            return
        start = found.end()
    if start is not None:
        yield start, part.end


def _before_line_end(raw: bytes, position: int) -> int:
    if raw[position - 2 : position] == b"\r\n":
        return position - 2
    return position - 1 if raw[position - 1 : position] == b"\n" else position
