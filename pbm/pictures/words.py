"""The board in words, for people who do not see its picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbm.core.games import AnyGame, Seat, Style

_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")
"""The first letter of a sentence: in characters, lines of a list begin with small ones."""


def alt(
    game: AnyGame, state: Any, viewer: Seat | None = None, words: Mapping[str, str] | None = None
) -> str:
    """Return the board as sentences in one line, from the list for screen readers."""
    lines = game.render(state, Style.LIST, viewer, words).split("\n")
    told = " ".join(map(_closed, _unfolded(lines)))
    return _BEGINNING.sub(lambda first: first[0].upper(), told)


def _unfolded(lines: Iterable[str]) -> Iterator[str]:
    """Join folded lines: the rest of a line is indented, or follows a comma."""
    sentence = ""
    for line in lines:
        if sentence and (line.startswith(" ") or sentence.endswith(",")):
            sentence += f" {line.strip()}"
        else:
            yield from [sentence] if sentence else []
            sentence = line.strip()
    yield sentence


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", ":")) else f"{sentence}."
