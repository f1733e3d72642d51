"""Which part of a mail its writer wrote, and that part as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pbm.base.characters import split_lines, tidy
from pbm.mail import headers, mime
from pbm.mail.charsets import decode
from pbm.mail.flowed import unflow
from pbm.mail.html_text import html_lines
from pbm.mail.mime import Part
from pbm.mail.transfer import QUOTED_PRINTABLE

MAX_PARTS = 100
MAX_TEXT = 256 * 1024
MAX_LINES = 2000
MAX_LINE = 1000
MAX_BROKEN_LINES = 10_000
"""How many lines are put together again: far more than are read."""

_PLAIN, _HTML = "text/plain", "text/html"
_READABLE = {_PLAIN, _HTML, "text/markdown"}
_SOFT_BREAK = re.compile(rb"=[ \t]*\r?\n")

# A hexadecimal escape that no encoder has to write: digits only, no space, no "From", which some
# encoders do escape at the beginning of a line.
_CARELESS = re.compile(rb"=(?!20|09|46rom)[0-7][0-9]")


@dataclass(frozen=True)
class Text:
    """What stands in a part, and in ``undecoded`` what a careless sender may have meant."""

    lines: tuple[str, ...] = ()
    undecoded: tuple[str, ...] = ()


def written(mail: Part) -> Text:
    """The text that the writer of the mail wrote: the first part that has any."""
    readable = filter(_is_readable, islice(_leaves(mail), MAX_PARTS))
    texts = map(_text, readable)
    return next((text for text in texts if any(text.lines)), Text())


def _leaves(part: Part) -> Iterator[Part]:
    """The parts without parts, best first: of alternatives the plain one."""
    inner = mime.children(part)
    if part.kind == "multipart/alternative":
        inner.sort(key=lambda child: child.kind != _PLAIN)
    for child in inner:
        yield from _leaves(child)
    if not inner:
        yield part


def _is_readable(part: Part) -> bool:
    attached = headers.word(part.headers, "Content-Disposition") == "attachment"
    # A mail whose boundary is nowhere to be found is read as the text that it then is. Inside a
    # mail, or too deep in it to be looked into, a multipart may hold anything.
    unparted = mime.is_multipart(part) and part.depth == 0
    return not attached and (part.kind in _READABLE or unparted)


def _text(part: Part) -> Text:
    text = part.text[:MAX_TEXT]
    if part.kind == _HTML:
        return Text(_bounded(html_lines(text)))
    undecoded = _lines(part, _undecoded_text(part)) if is_careless(part) else ()
    return Text(_lines(part, text), undecoded)


def is_careless(part: Part) -> bool:
    """Whether the part is said to be quoted-printable, and may not have been encoded at all."""
    return part.encoding == QUOTED_PRINTABLE and bool(_CARELESS.search(part.content[:MAX_TEXT]))


def _undecoded_text(part: Part) -> str:
    """The body with nothing but its soft line breaks undone: half a quoted line is no own line."""
    joined = _SOFT_BREAK.sub(b"", part.content)
    return decode(joined, part.parameter("charset"))[:MAX_TEXT]


def is_flowed(part: Part) -> bool:
    return part.parameter("format").lower() == "flowed"


def joined_lines(part: Part, text: str) -> list[str]:
    """The lines of the text; those that a mail program broke, and says so, are one again."""
    lines = split_lines(text)
    if not is_flowed(part):
        return lines
    return unflow(lines[:MAX_BROKEN_LINES], delete_space=part.parameter("delsp").lower() == "yes")


def _lines(part: Part, text: str) -> tuple[str, ...]:
    return _bounded(joined_lines(part, text))


def _bounded(lines: list[str]) -> tuple[str, ...]:
    return tuple(tidy(line[:MAX_LINE]).rstrip() for line in lines[:MAX_LINES])
