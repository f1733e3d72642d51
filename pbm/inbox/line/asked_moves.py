"""Moves that are asked about, as they are stored: with the number of plies before them.

Without that number, a late yes would play the move at another ply.
"""

from __future__ import annotations

import re

# A game, the command, its board and a move with the number of plies before it.
_AT_PLY = re.compile(r"([a-z]+ move [0-9]+ )(.*?)(?:#[0-9]+)?")


def without_ply(line: str) -> str:
    """The stored line without the number of plies, which we add to a move that we ask about."""
    found = _AT_PLY.fullmatch(line)
    return found[1] + found[2] if found else line


def move_in(line: str) -> str:
    """The move of a stored line; "" for another command."""
    found = _AT_PLY.fullmatch(line)
    return found[2] if found else ""
