"""The parts of a mail and where in its bytes they stand.

The stdlib's parser takes time in the square of the nesting and loses the offsets that redaction
needs; this one never looks deeper or further than its limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from pbm.mail import headers
from pbm.mail.charsets import decode
from pbm.mail.headers import Head
from pbm.mail.transfer import BASE64, QUOTED_PRINTABLE, decoded

MAX_DEPTH = 8
MAX_CHILDREN = 50
# Lines that look like the boundary, be they one or not.
MAX_BOUNDARIES = 1000

_ENCODINGS = {BASE64, QUOTED_PRINTABLE}
_MAIL = "message/rfc822"
_REST_OF_BOUNDARY = re.compile(rb"(--)?[ \t\r]*(?:\n|\Z)")
_BLANK_LINE = re.compile(rb"^\r?\n", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """A mail or a part of it: ``raw[start:body]`` are its headers, ``raw[body:end]`` its body."""

    raw: bytes
    start: int
    body: int
    end: int
    headers: Head
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

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each child begins and ends, one more of them than are looked at."""
        return list(islice(_spans(self), MAX_CHILDREN + 1))

    @cached_property
    def boundary(self) -> bytes:
        """What a line between two children begins with, the line end before it included."""
        named = self.parameter("boundary").encode("utf-8", "replace")
        return b"\n--" + named if named else b""

    @cached_property
    def text(self) -> str:
        """The body as text: as its encoding and charset say, or as it can be read."""
        return decode(decoded(self.content, self.encoding), self.parameter("charset"))

    @property
    def content(self) -> bytes:
        """The body as it was transferred."""
        return self.raw[self.body : self.end]


# A letter is read, searched for secrets and redacted, one after the other.
@lru_cache(maxsize=1)
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
    found = part.spans[:MAX_CHILDREN]
    return [_part(part.raw, start, end, part.depth + 1) for start, end in found]


def is_cut(part: Part) -> bool:
    """Whether there is more in the part than its children and the enclosed mail."""
    if part.depth >= MAX_DEPTH:
        return is_multipart(part) or part.kind == _MAIL
    if not is_multipart(part) or not part.boundary:
        return False
    boundaries = part.raw.count(part.boundary, part.body - 1, part.end)
    return len(part.spans) > MAX_CHILDREN or boundaries > MAX_BOUNDARIES


def enclosed(part: Part) -> list[Part]:
    """The mail inside a message/rfc822 part, unless it was encoded as a whole."""
    encoded = part.encoding in _ENCODINGS
    if part.depth >= MAX_DEPTH or encoded or part.kind != _MAIL:
        return []
    return [_part(part.raw, part.body, part.end, part.depth + 1)]


def _part(raw: bytes, start: int, end: int, depth: int) -> Part:
    blank = _BLANK_LINE.search(raw, start, end)
    body = blank.end() if blank else end
    return Part(raw, start, body, end, headers.parse(raw[start:body]), depth)


def _spans(part: Part) -> Iterator[tuple[int, int]]:
    """Where each child begins and ends; the line end before a boundary belongs to the boundary."""
    start: int | None = None
    for line_start, line_end, is_last in islice(_boundaries(part), MAX_BOUNDARIES):
        if start is not None:
            yield start, max(start, _before_line_end(part.raw, line_start))
        if is_last:
            return
        start = line_end
    if start is not None:
        yield start, part.end


def _boundaries(part: Part) -> Iterator[tuple[int, int, bool]]:
    """Where the lines between the children begin and end, and whether each is the last one.

    Found by plain search: to compile a pattern for each mail takes longer than to read it, and to
    look at every line that begins with dashes may take a second.
    """
    if not part.boundary:
        return
    at = part.raw.find(part.boundary, part.body - 1, part.end)
    while at >= 0:
        rest = _REST_OF_BOUNDARY.match(part.raw, at + len(part.boundary), part.end)
        if rest:
            yield at + 1, rest.end(), bool(rest[1])
        at = part.raw.find(part.boundary, at + len(part.boundary), part.end)


def _before_line_end(raw: bytes, position: int) -> int:
    if raw[position - 2 : position] == b"\r\n":
        return position - 2
    return position - 1 if raw[position - 1 : position] == b"\n" else position
