"""Armour of PGP and its like: what it signs is text, and what it encloses cannot be read.

RFC 9580, 6.2 and 7 (formerly RFC 4880); RFC 7468 for certificates and the like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbm.mail.body.found import Found

SIGN = "BEGIN "
"""Every text with armour has it."""

# Programs that correct typing make one or two dashes of five.
_DASHES = r"(?:-{4,6}|[\u2013\u2014-]{2,5})"
_NAME = r"[A-Z0-9][A-Z0-9 ,/.]{1,60}?"
_BEGIN = re.compile(rf"\s*{_DASHES} ?BEGIN ({_NAME}) ?{_DASHES}\s*$")
_END = re.compile(rf"\s*{_DASHES} ?END ({_NAME}) ?{_DASHES}\s*$")
# HTML and careless programs put all lines of it on one.
_INSIDE = re.compile(rf"({_DASHES} ?(?:BEGIN|END) PGP [A-Z0-9 ,/.]{{1,40}}?{_DASHES})")
_KEY = re.compile(
    r"Hash: ?[A-Z]+[0-9-]*(?:, ?[A-Z]+[0-9-]*)*"
    r"|(?:Charset|Comment|MessageID|NotDashEscaped|Version):.*"
)
_SIGNED, _PGP = "PGP SIGNED MESSAGE", "PGP "
_ESCAPE = "- "
_ENCLOSES = ("MESSAGE", "PKCS7", "CMS")


def without_armour(lines: Sequence[str]) -> tuple[list[str], set[Found]]:
    """The lines without armour, and whether it enclosed something that cannot be read."""
    text = _Text(_split(lines))
    return [*text.unarmoured()], text.found


def _split(lines: Iterable[str]) -> list[str]:
    """The lines, with each that begins or ends armour on a line of its own."""
    return [piece for line in lines for piece in _pieces(line)]


def _pieces(line: str) -> list[str]:
    if not _INSIDE.search(line):
        return [line]
    return [*filter(None, map(str.strip, _INSIDE.split(line)))]


class _Text:
    def __init__(self, lines: Sequence[str]) -> None:
        self.found: set[Found] = set()
        self._lines = lines
        ends = ((at, _END.match(line)) for at, line in enumerate(lines))
        self._ends = [(at, end[1]) for at, end in ends if end]

    def unarmoured(self) -> Iterator[str]:
        at, is_signed = 0, False
        while at < len(self._lines):
            line = self._lines[at]
            begin = _BEGIN.match(line)
            name = begin[1] if begin else ""
            below = self._below(name, at) if begin else at
            if name == _SIGNED:
                is_signed = True
                at, rest = self._below_keys(at + 1)
                yield from rest
            elif below > at:
                is_signed = False
                self._note(name)
                at = below
            else:
                yield line.removeprefix(_ESCAPE) if is_signed else line
                at += 1

    def _below(self, name: str, at: int) -> int:
        """The index below the block of this name; all of PGP that has no end is cut off."""
        end = next((place for place, named in self._ends if place > at and named == name), None)
        if end is None:
            return len(self._lines) if name.startswith(_PGP) else at
        return end + 1

    def _below_keys(self, at: int) -> tuple[int, list[str]]:
        """The index below the header of signed text, and the rest of a line that began with it."""
        while at < len(self._lines) and (key := _KEY.match(self._lines[at])):
            rest = self._lines[at][key.end() :].strip()
            at += 1
            if rest:
                return at, [rest]
        is_blank = at < len(self._lines) and not self._lines[at].strip()
        return at + is_blank, []

    def _note(self, name: str) -> None:
        if (name.startswith(_PGP) and _ENCLOSES[0] in name) or name in _ENCLOSES:
            self.found.add(Found.ENCRYPTED)
