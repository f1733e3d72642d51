"""A line of moves as people mail it: ``13-14-24#7.``"""

from __future__ import annotations

import re

_PLY = re.compile(r"\s*#([0-9]{1,4})$")

# How people end a line that is a command all the same.
SENTENCE_MARKS = " \t.!,"


def split_move_text(line: str) -> tuple[str, int | None]:
    """The moves, and how many plies have to have been played for them (``#PLY``), if it says so."""
    plain = line.strip(SENTENCE_MARKS)
    match = _PLY.search(plain)
    return (plain[: match.start()].rstrip(), int(match[1])) if match else (plain, None)
