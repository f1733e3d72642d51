"""Mutants of ordinary replies. Each is determined by its number, the seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pbm.mail.letter import Letter
from tests.pbm.mail.mutants.packing import Packed, joined, text_part, with_headers, wrapped
from tests.pbm.mail.mutants.quoting import (
    ANSWER,
    DEED,
    HTML_STYLES,
    LANGUAGES,
    MOVE,
    OWN,
    QUOTED,
    STYLES,
    Style,
)

_MARKERS = re.compile(rf"{MOVE}|{DEED}|\bresign\b|^\s*{ANSWER}\s*$")
_IN_BYTES = re.compile(rb"%b|%b|resign|yes" % (MOVE.encode(), DEED.encode()))
_LINE = re.compile(rb"[^\r\n]*")
_MARKED = re.compile(rb"[ \t]*>")
NESTED = 0.2
MOST_NESTED = 12
UNFLIPPED = 0.5
MOST_FLIPS = 12


@dataclass(frozen=True)
class Mutant:
    """A randomly changed letter. quotes: whether its quotes can be recognised."""

    raw: bytes
    quotes: bool

    def obeyed(self, letter: Letter) -> list[str]:
        """The quoted lines that were taken for the writer's own."""
        lines = letter.lines + letter.undecoded
        return [line for line in lines if self.quotes and _MARKERS.search(line)]


def mutant(chance: Random) -> Mutant:
    raw = with_headers(_structure(chance), chance)
    raw = chance.choice((bytes, _with_crlf))(raw)
    if chance.random() < UNFLIPPED:
        return Mutant(raw, quotes=True)
    flipped = _flipped(raw, chance)
    return Mutant(flipped, quotes=_all_marked(flipped))


def _structure(chance: Random) -> Packed:
    packed = chance.choice((_plain, _plain, _html, _both))(chance)
    if chance.random() < NESTED:
        for _ in range(chance.randrange(1, MOST_NESTED)):
            packed = wrapped(packed, chance)
    return packed


def _plain(chance: Random) -> Packed:
    return text_part(_written(chance.choice(STYLES), chance), "plain", chance)


def _html(chance: Random) -> Packed:
    return text_part(_written(chance.choice(HTML_STYLES), chance), "html", chance)


def _both(chance: Random) -> Packed:
    return joined([_plain(chance), _html(chance)], "alternative", chance)


def _written(style: Style, chance: Random) -> str:
    first = chance.randrange(len(QUOTED) - 2)
    lines = [chance.choice(_CHANGES)(line) for line in QUOTED[first:]]
    return style(chance.choice(OWN), lines, chance.choice(LANGUAGES), chance)


# Changes to a line on its way that do not change its meaning.
_CHANGES: tuple[Callable[[str], str], ...] = (
    str,
    str,
    str,
    lambda line: line + "   ",
    lambda line: "\t" + line,
    lambda line: line.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda line: line + "\N{ZERO WIDTH SPACE}",
    lambda line: "\N{SOFT HYPHEN}" + line,
    lambda line: line + "\x00\x07",
)


def _with_crlf(raw: bytes) -> bytes:
    return raw.replace(b"\n", b"\r\n")


def _flipped(raw: bytes, chance: Random) -> bytes:
    """Change, insert, delete and replace bytes at random positions."""
    changed = bytearray(raw)
    for _ in range(chance.randrange(1, MOST_FLIPS)):
        at, size = chance.randrange(len(changed)), chance.choice((0, 1, 1, 1, 2, 40))
        changed[at : at + size] = chance.randbytes(chance.choice((0, 1, 1, size)))
    return bytes(changed)


def _all_marked(raw: bytes) -> bool:
    """Whether every line that must not be read has a visible quote mark."""
    lines = [found.group() for found in _LINE.finditer(raw)]
    telling = [line for line in lines if _IN_BYTES.search(line)]
    return bool(telling) and all(map(_MARKED.match, telling))
