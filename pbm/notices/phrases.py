"""Recognition of our own texts, in every language, inside a letter.

Some mail programs include our mail in a reply without quote marks. Its lines then look as if the
player had written them.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from pbm.core.games import listed_games
from pbm.core.languages import languages
from pbm.notices.help_texts import help_texts
from pbm.notices.languages import phrases

LONG = 4
"""The least length of a word that is recognised. With punctuation it may be as long as a
password."""

RUN = 6
"""The number of consecutive words that identify a sentence of ours; players write shorter runs."""

MOST_WITHIN = 8
"""The most words of a sentence of ours that a writer may have used within one of their own."""

MOST_SLOTS = 3
"""The most single letters and numbers in a run of ``RUN`` words. A run with more is a list of
moves, as in the help of a game, and players may write the same moves."""

_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|\{\w+\}")
_EXAMPLE = re.compile(r"^ {2,}\S*\d\S* {2,}.*$", re.MULTILINE)
"""A row of a help text that says in words what a move does: players may use the same words."""

_MARKS = "\"'“”‘’«»„()[]{}<>.,:;!?*_`"
_WORD = re.compile(r"[^\W_]+")


def first_line_of_ours(lines: Sequence[str]) -> int | None:
    """The index of the line where the first sentence of our mails begins; None if there is none.

    Wrapping, quote marks and spaces do not matter. A writer may use some words of ours in a
    sentence: "I'd rather begin with all pieces on the board".
    """
    words = [(word, at) for at, line in enumerate(lines) for word in _words(line)]
    found = [at for at, run in enumerate(_runs([word for word, _ in words])) if _is_ours(run)]
    if not found or _is_within(words, found):
        return None
    return words[found[0]][1]


def _is_within(words: Sequence[tuple[str, int]], found: Sequence[int]) -> bool:
    """Whether the only words of our mails are a short run in a line that the writer began.

    words: each with the index of its line. found: where runs of words of our mails begin.
    """
    first, last = found[0], found[-1] + RUN - 1
    is_short = last - first < MOST_WITHIN and last - first - RUN + 2 == len(found)
    is_begun = first > 0 and words[first - 1][1] == words[first][1]
    return is_short and is_begun and words[first][1] == words[last][1]


def is_part(line: str, text: str) -> bool:
    """Whether a line is empty, or has two or more words that are together in a text."""
    words = _words(line)
    return len(words) != 1 and f" {' '.join(words)} " in f"  {' '.join(_words(text))} "


def is_word_of_ours(word: str) -> bool:
    """Whether a word of at least ``LONG`` letters occurs in the texts of our mails."""
    return word.casefold() in _long_words()


def prepare() -> None:
    """Load all texts, so that the first letter does not have to wait for them."""
    _runs_of_ours()
    _long_words()


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(words: Sequence[str]) -> Iterator[str]:
    return (" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _is_sentence(run: str) -> bool:
    slots = (word for word in run.split() if len(word) == 1 or not word.isalpha())
    return sum(1 for _ in slots) <= MOST_SLOTS


def _is_ours(run: str) -> bool:
    ours, looked_for = _runs_of_ours(), hash(run)
    at = bisect_left(ours, looked_for)
    return at < len(ours) and ours[at] == looked_for


@cache
def _runs_of_ours() -> array[int]:
    """The hashes of all runs, ascending: the runs themselves would take 6 MiB.

    Nobody can make another run with one of these hashes, because each process has a key of its own
    for them.
    """
    found = {
        hash(run)
        for phrase in _texts()
        for sentence in _PLACEHOLDER.split(phrase)
        for run in _runs(_words(sentence))
        if _is_sentence(run)
    }
    return array("q", sorted(found))


@cache
def _long_words() -> frozenset[str]:
    words = (word for text in _texts() for word in text.casefold().split())
    return frozenset(bare for word in words if len(bare := word.strip(_MARKS)) >= LONG)


def _texts() -> Iterator[str]:
    for language in languages():
        help_in_parts = chain.from_iterable(map(_EXAMPLE.split, help_texts(language)))
        yield from chain(phrases(language), help_in_parts)
    for game in listed_games():
        yield from (game.spec, game.name, game.ruleset)
