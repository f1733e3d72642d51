"""The board in words, for people who do not see its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbm.core.games import AnyGame, Seat, Style


def alt(
    game: AnyGame, state: Any, viewer: Seat | None = None, words: Mapping[str, str] | None = None
) -> str:
    """Return the board as sentences in one line, from the list for screen readers."""
    lines = game.render(state, Style.LIST, viewer, words).split("\n")
    return " ".join(map(_closed, _unfolded(lines)))


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
