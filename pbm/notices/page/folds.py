"""Marks in lines of a text that continue a sentence, where the server folded it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

FOLD = "\0"
"""Stands before the first word of a line that continues the line above. Without it, a line that
begins with a cell of a board, such as K5, could not be told from an item."""

BEFORE_MARKS = re.compile(r" (?=[?!:;»]+(?: |$))|(?<=«) ")
"""The ordinary spaces that people write beside French marks: no line may end there."""


def with_folds(lines: Sequence[str], folded: Iterable[int]) -> list[str]:
    """Return the lines with a mark in those that continue a sentence, numbered in ``folded``."""
    marked = list(lines)
    for at in folded:
        if at < len(marked):
            words = marked[at].lstrip(" ")
            marked[at] = marked[at].removesuffix(words) + FOLD + words
    return marked


def without_folds(lines: Iterable[str]) -> tuple[list[str], list[int]]:
    """Undo ``with_folds``: return the lines without marks, and the numbers of the marked ones."""
    found = list(lines)
    folded = [at for at, each in enumerate(found) if FOLD in each]
    for at in folded:
        found[at] = found[at].replace(FOLD, "")
    return found, folded
