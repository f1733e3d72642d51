"""Letters of people and of programs, from a folder of mails or the tables beside this one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from pbm.base.characters import bare_lines, split_lines
from pbm.mail import mime, quotes
from pbm.mail.body.written import written
from pbm.mail.letter import RELAYED, Envelope
from pbm.mail.read import read
from pbm.mail.robots import REACTION
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.letters.table import letters
from tests.pbm.town import ALICE, DOMAIN

QUOTE_MARK, HEAD_MARK, OWN_MARK = "zebraquote", "zebrahead", "zebraown"
MOST_LINES = 120
_HEADER = re.compile(rb"[\w-]+:", re.ASCII)
_REPORTS = ("flufl_bounce", "multipart_report")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*")


class Kind(Enum):
    """What a line of a letter is, before anything is changed."""

    OWN = "own"
    HEAD = "head"
    QUOTE = "quote"
    OTHER = "other"


@dataclass(frozen=True)
class Line:
    text: str
    kind: Kind


@dataclass(frozen=True)
class Source:
    """A letter. lines: those of a person's letter; raw: the bytes of a program's, left as it is;
    neither for a letter that may be either's.

    bounced: whether it is a report of a mail server.
    """

    name: str
    lines: Sequence[Line] = ()
    raw: bytes = b""
    bounced: bool = False


def of_folder(folder: Path) -> Iterator[Source]:
    """The letters below a folder: mails, or texts of mails."""
    for path in sorted(path for path in folder.rglob("*.*") if path.is_file()):
        if "LICENSE" not in path.name and path.parent.name not in {"trimmed", "elided", "embedded"}:
            yield _source(str(path.relative_to(folder)), path.read_bytes())


def of_tables(scene: Scene) -> Iterator[Source]:
    """The letters of the tables beside this folder that answer the mail of a scene."""
    for row in letters():
        if row.scene == "gyges_turn":
            yield _source(str(row), row.bytes(scene))


def _source(name: str, data: bytes) -> Source:
    if any(each in name for each in _REPORTS):
        return Source(name, raw=data, bounced=True)
    if not _HEADER.match(data):
        return Source(name, _marked(_told_apart(split_lines(data.decode("utf-8", "replace")))))
    letter = read(Envelope(ALICE, (f"pbm@{DOMAIN}",), data), domain=DOMAIN)
    if letter.robot is not None:
        is_heard = letter.robot == REACTION or letter.robot in RELAYED
        return Source(name, raw=b"" if is_heard else data)
    return Source(name, _marked(_told_apart(written(mime.parse(data), DOMAIN).lines)))


def _told_apart(lines: Sequence[str]) -> Sequence[Line]:
    """The lines, with what the server takes them for now."""
    shown = bare_lines(lines[:MOST_LINES])
    own = frozenset(quotes.own_text(lines[:MOST_LINES], DOMAIN).places)
    found: list[Line] = []
    at, below = 0, Kind.OTHER
    while at < len(shown):
        span, kind = 1, _kind(shown, at, own, below)
        if kind is Kind.HEAD:
            span = max(1, quotes.head_lines(shown, at, DOMAIN))
            below = Kind.QUOTE
        elif kind is Kind.OWN and shown[at]:
            below = Kind.OTHER
        found += [Line(text, kind) for text in lines[at : at + span]]
        at += span
    return found


def _kind(lines: Sequence[str], at: int, own: frozenset[int], below: Kind) -> Kind:
    if at in own or not lines[at]:
        return Kind.OWN
    if lines[at].startswith(">"):
        return Kind.QUOTE
    return Kind.HEAD if quotes.head_lines(lines, at, DOMAIN) else below


def _marked(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines with a marked address in each head, and a marked line in each quote."""
    found: list[Line] = []
    for at, line in enumerate(lines):
        is_head = line.kind is Kind.HEAD
        text = _ADDRESS.sub(f"{HEAD_MARK}@example.net", line.text) if is_head else line.text
        found.append(replace(line, text=text))
        is_first = line.kind is Kind.QUOTE and (not at or lines[at - 1].kind is not Kind.QUOTE)
        if is_first:
            begin = line.text[: len(line.text) - len(line.text.lstrip("> "))]
            found.append(Line(f"{begin}a line with {QUOTE_MARK}", Kind.QUOTE))
    return found
