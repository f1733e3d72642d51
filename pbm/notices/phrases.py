"""The texts of our own mails in every language, to be recognised where a letter holds them.

A program that includes our mail in its answer, and marks none of its lines, makes them look like
the writer's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from pbm.core.games import all_games, spec
from pbm.core.languages import languages
from pbm.notices.help_texts import help_texts
from pbm.notices.languages import phrases

LONG = 4
"""From here on a word of ours is worth knowing: signs around it make it as long as a password."""

RUN = 6
"""So many words in a row are a sentence of ours; fewer can be anybody's."""

MOST_SLOTS = 3
"""In a row with more slots and numbers stand moves: those that help shows are anybody's to play."""

_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|\{\w+\}")
_MARKS = "\"'“”‘’«»„()[]{}<>.,:;!?*_`"
_WORD = re.compile(r"[^\W_]+")


def first_line_of_ours(lines: Sequence[str]) -> int | None:
    """Where the first sentence of our mails begins, however it is wrapped, marked or spaced."""
    words = [(word, at) for at, line in enumerate(lines) for word in _words(line)]
    found = _runs([word for word, _ in words])
    return next((words[at][1] for at, run in enumerate(found) if run in _runs_of_ours()), None)


def is_word_of_ours(word: str) -> bool:
    """Whether a long word stands in the texts of our mails, in any language."""
    return word.casefold() in _long_words()


def prepare() -> None:
    """Load every text before the first letter waits for that."""
    _runs_of_ours()
    _long_words()


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(words: Sequence[str]) -> Iterator[str]:
    return (" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _is_sentence(run: str) -> bool:
    slots = (word for word in run.split() if len(word) == 1 or not word.isalpha())
    return sum(1 for _ in slots) <= MOST_SLOTS


@cache
def _runs_of_ours() -> frozenset[str]:
    return frozenset(
        run
        for phrase in _texts()
        for sentence in _PLACEHOLDER.split(phrase)
        for run in _runs(_words(sentence))
        if _is_sentence(run)
    )


@cache
def _long_words() -> frozenset[str]:
    words = (word for text in _texts() for word in text.casefold().split())
    return frozenset(bare for word in words if len(bare := word.strip(_MARKS)) >= LONG)


def _texts() -> Iterator[str]:
    for language in languages():
        yield from chain(phrases(language), help_texts(language))
    yield from map(spec, all_games())
