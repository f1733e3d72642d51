"""Lines that begin with a yes or a no, whatever follows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pbm.inbox.line.answer_tables import answers_of_all
from pbm.inbox.understanding.phrases import plain_words

_DRAWN = re.compile(r"(.)\1+")
"""A letter that is repeated for emphasis, as in "yess" and "jaaa"."""


def begins_with_yes(line: str) -> bool:
    """Whether the line begins with a yes in any language."""
    words = undrawn(plain_words(line))
    if words and len(words[0]) == 1 < len(words):
        # "J" alone is a German yes, but not in "J'aimerais".
        return False
    return any(each.yes.longest(words, 0)[0] for each in answers_of_all())


def after_no(line: str) -> str | None:
    """The rest of a line that begins with a no; None for any other line."""
    words, answers = plain_words(line), answers_of_all()
    said = max(each.no.longest(words, 0)[0] for each in answers)
    if may_be_quoted(line) or max(each.beside.longest(words, 0)[0] for each in answers) >= said:
        # "No problem" is not a no, but "please don't" is.
        return None
    return _after(line, said) if said else None


def after_yes(line: str) -> str | None:
    """The rest of a line that begins with a yes; None for any other line."""
    words = undrawn(plain_words(line))
    said = max(each.yes.longest(words, 0)[0] for each in answers_of_all())
    return _after(line, said) if said and not may_be_quoted(line) else None


def _after(line: str, said: int) -> str:
    """The line without its first words. said: their number."""
    return re.sub(rf"\W*(?:\w+\W*){{{said}}}", "", line, count=1)


def undrawn(words: Sequence[str]) -> Sequence[str]:
    """The words, each yes of them without letters that are repeated for emphasis: "jaaa"."""
    short = ((word, _DRAWN.sub(r"\1", word)) for word in words)
    return [other if other != word and other in _yeses() else word for word, other in short]


@cache
def _yeses() -> frozenset[str]:
    """The words that are a yes by themselves, in all languages."""
    nodes = (each.yes for each in answers_of_all())
    return frozenset(word for each in nodes for word, end in each.after.items() if end.meanings)


def may_be_quoted(line: str) -> bool:
    """Whether the line begins with a quote mark, as in "| yes", or holds a subject of ours."""
    return not line.strip()[:1].isalnum() or "[" in line
