"""Previews of links that programs put below them in plain text: a title, a description, a host."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.core.names import reads_as_move

MOST_LINES = 8
"""The most lines of a preview, empty ones included."""
FEWEST_LETTERS = 4
"""The fewest letters that host and title have in common: "youtu.be" and "YouTube"."""

_LINK = re.compile(r"[<\[(]?https?://(?:www\.)?([\w.-]{3,100})[^\s<>]*")
# "How to win - YouTube".
_TITLE = re.compile(r"\S.{0,200}\s[-–—|·]\s(?P<site>[\w .]{3,40})")


def link_preview(lines: Sequence[str], at: int) -> int:
    """The number of lines of a preview that begins at ``lines[at]``, or 0.

    It ends with the host of the link above it, or begins with a title that names the host.
    """
    own, above = _LINK.search(lines[at]), _LINK.match(lines[at - 1]) if at else None
    if own and _names_host(lines[at][: own.start()], own[1]):
        return _end(lines, at) - at
    if above is None or " " in lines[at - 1].strip():
        return 0
    for end in range(at, min(at + MOST_LINES, len(lines))):
        if _is_host(lines[end], above[1]):
            return end + 1 - at
        if _is_move(lines[end]):
            break
    return _end(lines, at) - at if _names_host(lines[at], above[1]) else 0


def _names_host(text: str, host: str) -> bool:
    title = _TITLE.fullmatch(text.strip(" <[("))
    label = host.lower().split(".")[-2:][0]
    site = title["site"].lower().replace(" ", "") if title else ""
    return len(label) >= FEWEST_LETTERS and site.startswith(label)


def _is_host(line: str, host: str) -> bool:
    return line.lower().removeprefix("www.") == host.lower()


def _end(lines: Sequence[str], at: int) -> int:
    """The index behind the paragraph, or of a move in it."""
    ends = (end for end in range(at + 1, len(lines)) if not lines[end] or _is_move(lines[end]))
    return next(ends, len(lines))


def _is_move(line: str) -> bool:
    return bool(line) and all(map(reads_as_move, line.split()))
