"""Moves as text: the syntax, which needs no board. Legality comes after it."""

from __future__ import annotations

import re

from ..errors import NotationError
from ..folding import fold
from .board import BY_NAME, NAMES
from .state import Move

# Row digits beyond 5 are read in moves, so that a slip is answered by its name; a letter and a
# digit alone are too often something else (a K9, a B6).
_PLACEMENT = re.compile(r"\s*([a-k][1-5])\s*", re.IGNORECASE)
_JUMP = re.compile(r"\s*([a-k][1-9])(?:\s*[-:x]\s*|\s*)([a-k][1-9])\s*", re.IGNORECASE)

# What is nearly a move, to say which cell there is not: it is not read as one among other words.
_ALMOST = re.compile(r"\s*([a-z][0-9])(?:\s*[-:x]\s*([a-z][0-9]))?\s*", re.IGNORECASE)


def reads(text: str) -> bool:
    """Whether the text is written like a placement, or a move from one cell to another."""
    match = _match(text)
    return match is not None and len({*_names(match)}) == len(_names(match))


def read(text: str) -> Move:
    """The placement or move that is written there, legal or not.

    :raises NotationError: if it is neither
    """
    match = _match(text) or _ALMOST.fullmatch(fold(text))
    if match is None:
        raise NotationError("unreadable")
    *origin, destination = map(_cell, _names(match))
    return Move(origin[0] if origin else None, destination)


def write(move: Move) -> str:
    """``F3`` or ``A3-A5``."""
    destination = NAMES[move.destination]
    return destination if move.origin is None else f"{NAMES[move.origin]}-{destination}"


def _match(text: str) -> re.Match[str] | None:
    folded = fold(text)
    return _PLACEMENT.fullmatch(folded) or _JUMP.fullmatch(folded)


def _names(match: re.Match[str]) -> list[str]:
    return [name.upper() for name in match.groups() if name]


def _cell(name: str) -> int:
    if name not in BY_NAME:
        raise NotationError("no_such_cell", cell=name)
    return BY_NAME[name]
