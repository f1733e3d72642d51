"""Lines of moves as players type them: ``13-14-24#7.``"""

from __future__ import annotations

import re

# Letters, digits and the signs of moves, with at least one digit and no word of three letters.
_ALMOST_MOVE = re.compile(r"(?=.*[0-9])(?!.*[^\W\d_]{3})[\w\s×=()–—−;:,.*!-]{2,60}")
_TO = re.compile(r"(?<=[0-9]) +(?:to|nach|naar|à|a) +(?=[a-k]?[0-9])", re.IGNORECASE)
_PLY = re.compile(r"\s*#([0-9]{1,4})$")

SENTENCE_MARKS = " \t.!,"
"""Characters that people put at the end of a line; a command is recognised without them."""


def split_move_text(line: str) -> tuple[str, int | None]:
    """Split a line into its moves and its ``#PLY``, the number of plies played so far (or None).

    Between two places, "to" is read as a dash, so that a refusal says what is wrong with the move.
    """
    plain = _TO.sub("-", line.strip(SENTENCE_MARKS))
    match = _PLY.search(plain)
    return (plain[: match.start()].rstrip(), int(match[1])) if match else (plain, None)


def is_almost_move(text: str) -> bool:
    """Return whether the text, without ``#PLY``, looks like moves, even mistyped ones.

    Such text is refused as a move rather than ignored as prose.
    """
    return _ALMOST_MOVE.fullmatch(text.strip()) is not None
