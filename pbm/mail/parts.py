"""The part of a mail that holds the writer's text, as lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pbm.base.characters import split_lines, tidy_lines
from pbm.mail import headers, mime
from pbm.mail.charsets import decode
from pbm.mail.flowed import unflow
from pbm.mail.html_text import html_lines, signature_lines
from pbm.mail.mime import Part
from pbm.mail.transfer import QUOTED_PRINTABLE

MAX_PARTS = 100
MAX_TEXT = 256 * 1024
MAX_LINES = 2000
MAX_LINE = 1000
MAX_BROKEN_LINES = 10_000
"""The most wrapped lines that are joined: far more than are read."""

_PLAIN, _HTML = "text/plain", "text/html"
_READABLE = {_PLAIN, _HTML, "text/markdown"}
_SOFT_BREAK = re.compile(rb"=[ \t]*\r?\n")

# "=" and two digits: no encoder has to escape the character with that code, so the text may not be
# encoded at all. Excluded are =20 and =09 (space and tab) and =46rom ("From" at the start of a
# line), which encoders do write.
_CARELESS = re.compile(rb"=(?!20|09|46rom)[0-7][0-9]")


@dataclass(frozen=True)
class Text:
    """The lines of a part. undecoded: its lines if it was declared quoted-printable by mistake.

    signature: the lines that the HTML part beside it marks as the writer's signature.
    """

    lines: tuple[str, ...] = ()
    undecoded: tuple[str, ...] = ()
    signature: tuple[str, ...] = ()


def written(mail: Part) -> Text:
    """The text of the first readable part that contains text."""
    readable = list(filter(_is_readable, islice(_leaves(mail), MAX_PARTS)))
    for place, part in enumerate(readable):
        text = _text(part)
        if any(text.lines):
            beside = readable[place + 1 : place + 2] if part.kind == _PLAIN else []
            return Text(text.lines, text.undecoded, _signature(beside))
    return Text()


def _signature(parts: Sequence[Part]) -> tuple[str, ...]:
    """The lines of the signature in these parts, if they are HTML."""
    texts = (part.text[:MAX_TEXT] for part in parts if part.kind == _HTML)
    return _bounded([line for text in texts for line in signature_lines(text)])


def _leaves(part: Part) -> Iterator[Part]:
    """The leaf parts in order; of alternatives, the plain one comes first."""
    inner = mime.children(part)
    if part.kind == "multipart/alternative":
        inner.sort(key=lambda child: child.kind != _PLAIN)
    for child in inner:
        yield from _leaves(child)
    if not inner:
        yield part


def _is_readable(part: Part) -> bool:
    attached = headers.word(part.headers, "Content-Disposition") == "attachment"
    # A multipart letter whose boundary never occurs is read as text. An inner multipart whose
    # boundary never occurs, or which is nested too deep to be parsed, may hold anything, and is not
    # read.
    unparted = mime.is_multipart(part) and part.depth == 0
    return not attached and (part.kind in _READABLE or unparted)


def _text(part: Part) -> Text:
    text = part.text[:MAX_TEXT]
    if part.kind == _HTML:
        return Text(_bounded(html_lines(text)))
    undecoded = _lines(part, _undecoded_text(part)) if is_careless(part) else ()
    return Text(_lines(part, text), undecoded)


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


def _lines(part: Part, text: str) -> tuple[str, ...]:
    return _bounded(joined_lines(part, text))


def _bounded(lines: list[str]) -> tuple[str, ...]:
    return tuple(map(str.rstrip, tidy_lines([line[:MAX_LINE] for line in lines[:MAX_LINES]])))
