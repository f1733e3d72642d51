"""A line of moves as people mail it: ``13-14-24#7.``"""

from __future__ import annotations

import re

# Slots and signs, at least one figure, no words: a slip of the pen, to be refused as a move.
_ALMOST_MOVE = re.compile(r"(?=.*[0-9])(?!.*[^\W\d_]{3})[\w\s×=()–—−;:,.*!-]{2,60}")
_PLY = re.compile(r"\s*#([0-9]{1,4})$")

# How people end a line that is a command all the same.
SENTENCE_MARKS = " \t.!,"


def split_move_text(line: str) -> tuple[str, int | None]:
    """The moves, and how many plies have to have been played for them (``#PLY``), if it says so."""
    plain = line.strip(SENTENCE_MARKS)
    match = _PLY.search(plain)
    return (plain[: match.start()].rstrip(), int(match[1])) if match else (plain, None)


def is_almost_move(text: str) -> bool:
    """Whether the text, without ``#PLY``, is meant for moves, although no game may know them."""
    return _ALMOST_MOVE.fullmatch(text.strip()) is not None
