"""Moves as text: the syntax, which needs no board."""

from __future__ import annotations

import re

from ..errors import NotationError
from ..folding import fold
from .board import BY_NAME, NAMES
from .state import Move

# Moves accept row digits above 5, so that the refusal of a slip can name the cell. Placements do
# not: a letter and a digit alone are often something else (a K9, a B6).
_PLACEMENT = re.compile(r"\s*([a-k][1-5])\s*", re.IGNORECASE)
_JUMP = re.compile(r"\s*([a-k][1-9])(?:\s*[-:x]\s*|\s*)([a-k][1-9])\s*", re.IGNORECASE)

# Almost a move: refused with the unknown cell if it is sent as a move, but not searched for in
# prose.
_ALMOST = re.compile(r"\s*([a-z][0-9])(?:\s*[-:x]\s*([a-z][0-9]))?\s*", re.IGNORECASE)


def reads(text: str) -> bool:
    """Return whether the text has the form of a placement, or of a move to another cell."""
    match = _match(text)
    return match is not None and len({*_names(match)}) == len(_names(match))


def read(text: str) -> Move:
    """Parse a placement or move, legal or not.

    :raises NotationError: if the text is neither
    """
    match = _match(text) or _ALMOST.fullmatch(fold(text))
    if match is None:
        raise NotationError("unreadable")
    *origin, destination = map(_cell, _names(match))
    return Move(origin[0] if origin else None, destination)


def write(move: Move) -> str:
    """Return ``F3`` or ``A3-A5``."""
    destination = NAMES[move.destination]
    return destination if move.origin is None else f"{NAMES[move.origin]}-{destination}"


def _match(text: str) -> re.Match[str] | None:
    folded = fold(text)
    return _PLACEMENT.fullmatch(folded) or _JUMP.fullmatch(folded)


def _names(match: re.Match[str]) -> list[str]:
    return [name.upper() for name in match.groups() if name]


def _cell(name: str) -> int:
    if name not in BY_NAME:
        row = [each for each in BY_NAME if each[1] == name[1]]
        if not row:
            raise NotationError("no_such_row", cell=name)
        raise NotationError("no_such_cell", cell=name, row=name[1], first=row[0], last=row[-1])
    return BY_NAME[name]
