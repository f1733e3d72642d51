"""A MIME parser: the parts of a mail and their offsets in its bytes.

The standard library's parser takes time quadratic in the nesting and loses the offsets that
redaction needs. This one stops at fixed limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from pbm.base.values import cached_property, quickly_made
from pbm.mail import headers
from pbm.mail.charsets import decode
from pbm.mail.headers import Head
from pbm.mail.transfer import BASE64, QUOTED_PRINTABLE, UUENCODE, decoded, encoding_named

MAX_DEPTH = 8
MAX_CHILDREN = 50
# The most lines that begin like the boundary.
MAX_BOUNDARIES = 1000

_ENCODINGS = {BASE64, QUOTED_PRINTABLE, UUENCODE}
_MAIL = "message/rfc822"
_REST_OF_BOUNDARY = re.compile(rb"(--)?[ \t\r]*(?:\n|\Z)")
# Some gateways add a byte order mark or empty lines. A letter that is only a body may begin with an
# empty line, too.
_BEFORE_HEADERS = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*+\r?\n)*+(?=[!-9;-~]++[ \t]*+:)")
_BLANK_LINE = re.compile(rb"^\r?\n", re.MULTILINE)


@quickly_made
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
        """The transfer encoding in lower case, "" if none is declared."""
        written = headers.value(self.headers, "Content-Transfer-Encoding")
        return encoding_named(headers.first_item(written))

    def parameter(self, name: str) -> str:
        """A parameter of the content type, such as ``charset``; "" if it is missing."""
        return self._parameters.get(name, "")

    @cached_property
    def _parameters(self) -> Mapping[str, str]:
        return headers.parameters(self.headers)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Start and end of each child; one beyond ``MAX_CHILDREN`` shows that some are cut."""
        return list(islice(_spans(self), MAX_CHILDREN + 1))

    @cached_property
    def children(self) -> list[Part]:
        """The parts of a multipart, in order; none for other parts and beyond ``MAX_DEPTH``."""
        if self.depth >= MAX_DEPTH or not is_multipart(self):
            return []
        found = self.spans[:MAX_CHILDREN]
        return [_part(self.raw, start, end, self.depth + 1) for start, end in found]

    @cached_property
    def boundary(self) -> bytes:
        """The beginning of a boundary line, with the line feed that ends the line before it."""
        named = self.parameter("boundary").encode("utf-8", "replace")
        return b"\n--" + named if named else b""

    @cached_property
    def text(self) -> str:
        """The body decoded by its declared encoding and charset, or by a fallback."""
        return decode(self.data, self.parameter("charset"))

    @property
    def data(self) -> bytes:
        """The body without its transfer encoding."""
        return decoded(self.content, self.encoding)

    @property
    def content(self) -> bytes:
        """The body before its transfer encoding is removed."""
        return self.raw[self.body : self.end]


# The same letter is parsed three times in a row: to read it, search it for secrets and redact it.
@lru_cache(maxsize=1)
def parse(raw: bytes) -> Part:
    """The whole mail as its outermost part."""
    return _part(raw, _start(raw), len(raw), 0)


def parse_part(raw: bytes, depth: int) -> Part:
    """A part that is not a whole mail, at a depth."""
    return _part(raw, 0, len(raw), depth)


def header_size(raw: bytes) -> int:
    """The number of bytes up to the end of the headers; all of them if no empty line ends these."""
    blank = _BLANK_LINE.search(raw, _start(raw))
    return blank.start() if blank else len(raw)


def _start(raw: bytes) -> int:
    found = _BEFORE_HEADERS.match(raw)
    return found.end() if found else 0


def is_multipart(part: Part) -> bool:
    return part.kind.startswith("multipart/")


def is_cut(part: Part) -> bool:
    """Whether a limit hides something in the part from ``children`` and ``enclosed``."""
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
    """Start and end of each child. The line end before a boundary belongs to the boundary."""
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
    """Start and end of each boundary line, and whether it is the closing one.

    They are found by plain search: compiling a pattern for each mail takes longer than parsing the
    mail, and looking at every line that begins with dashes may take a second.
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
