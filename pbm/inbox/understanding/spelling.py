"""Words as they may be written: other spellings, letters repeated for emphasis, single typos."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import OSA

from pbm.inbox.understanding.phrases import Words, plain_words

SHORTEST_TYPO = 5
"""The shortest word in which a typo is corrected: in a shorter one, a letter changes the sense."""
_SPARED = 2
"""A typo in a mendable word leaves at least this many letters at one of its ends unchanged."""

_DRAWN = re.compile(r"(.)\1{2,}")
"""A letter that is repeated for emphasis, as in "yesss" and "jaaa"."""
_MARKED = re.compile(r"[^\W\d_]*[äöü][^\W\d_]*", re.IGNORECASE)
_WITH_E = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, eq=False)
class Spelling:
    """The spellings of a language.

    others: for each other spelling, the usual words.
    known: all words of the language, in every spelling.
    mendable: the long known words, grouped by their first and by their last letters.
    """

    others: Mapping[str, Words]
    known: frozenset[str] = frozenset()
    mendable: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def usual(self, words: Iterable[str]) -> Words:
        """The words in their usual spelling."""
        return tuple(each for word in words for each in self.others.get(word, (word,)))

    def shortened(self, word: str) -> str:
        """The word with its repeated letters ("yesss") shortened, if that gives a known word."""
        if word in self.known or not _DRAWN.search(word):
            return word
        tried = (_DRAWN.sub(short, word) for short in (r"\1", r"\1\1"))
        return next((each for each in tried if each in self.known), word)

    def mended(self, word: str) -> str:
        """The word, or the first word of the language from which it differs by a single typo."""
        if len(word) < SHORTEST_TYPO or word in self.known or not word.isalpha():
            return word
        alike = (each for end in _ends(word) for each in self.mendable.get(end, ()))
        typos = (each for each in alike if OSA.distance(word, each, score_cutoff=1) == 1)
        return min(typos, default=word)


def spelling_of(written: str, table: Mapping[str, Sequence[str]]) -> Spelling:
    """The other spellings of a language, but no known words yet.

    written: a text of the language, in which "ä" stands for "ae" as well.
    """
    others = {
        word: tuple(plain_words(usual)) for usual, each in table.items() for word in _plain(each)
    }
    for word in set(_MARKED.findall(written)):
        (plain,) = plain_words(word)
        (without_marks,) = plain_words(word.casefold().translate(_WITH_E))
        others.setdefault(without_marks, others.get(plain, (plain,)))
    return Spelling(others)


def with_words(spelling: Spelling, words: Iterable[str]) -> Spelling:
    """The spelling with the words of a language."""
    known = frozenset((*words, *spelling.others))
    mendable: defaultdict[str, list[str]] = defaultdict(list)
    for word in known:
        if len(word) >= SHORTEST_TYPO:
            for end in _ends(word):
                mendable[end].append(word)
    return Spelling(spelling.others, known, dict(mendable))


def _plain(words: Iterable[str]) -> Iterator[str]:
    return (plain for word in words for plain in plain_words(word))


def _ends(word: str) -> tuple[str, str]:
    """The first letters and the last letters of the word: ``le-`` and ``-er`` for "letter"."""
    return word[:_SPARED] + "-", "-" + word[-_SPARED:]
