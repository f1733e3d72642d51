"""Words that mean something together, in any order: "see" and "board" in "I'd see that board"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from pbm.inbox.understanding.phrases import Usual, plain_words

M = TypeVar("M", bound=StrEnum)
"""The type of the meanings of words: wishes, or concerns."""


@dataclass(frozen=True, eq=False)
class Part:
    """Alternatives, one of which must be in a sentence: single words, or several in a row."""

    single: frozenset[str]
    several: Sequence[str]

    @property
    def needed(self) -> frozenset[str]:
        """Words of which every sentence with this part has at least one."""
        return self.single.union(each.split()[0] for each in self.several)

    def is_in(self, words: frozenset[str], text: str) -> bool:
        return not words.isdisjoint(self.single) or any(each in text for each in self.several)


@dataclass(frozen=True, eq=False)
class Together(Generic[M]):
    """Parts that mean something if all of them are in a sentence."""

    meaning: M
    parts: Sequence[Part]

    @property
    def vocabulary(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.single
            yield from (word for each in part.several for word in each.split())

    @property
    def rarest(self) -> frozenset[str]:
        """The smallest ``needed`` of a part. A sentence with this meaning has one of the words."""
        return min((part.needed for part in self.parts), key=len)

    def is_in(self, words: frozenset[str], text: str) -> bool:
        return all(part.is_in(words, text) for part in self.parts)


def read_together(text: str, meaning: M, usual: Usual) -> Together[M]:
    """Read "a|b & c_d": either of two words, and two others in a row."""
    return Together(meaning, [_part(each, usual) for each in text.split("&")])


def _part(text: str, usual: Usual) -> Part:
    found = [usual(plain_words(each.replace("_", " "))) for each in text.split("|")]
    single = frozenset(each[0] for each in found if len(each) == 1)
    return Part(single, [in_a_row(each) for each in found if len(each) > 1])


@dataclass(frozen=True, eq=False)
class Topics(Generic[M]):
    """All words of a language that mean something together, the most certain first.

    by_word: for a word, the numbers of those in ``all`` that it may belong to.
    """

    all: Sequence[Together[M]]
    by_word: Mapping[str, Sequence[int]]

    def meanings(self, words: Sequence[str]) -> Iterator[M]:
        """The meanings of which a sentence with these words has all parts."""
        likely = sorted({number for word in words for number in self.by_word.get(word, ())})
        if not likely:
            return
        one_by_one, text = frozenset(words), in_a_row(words)
        for number in likely:
            if self.all[number].is_in(one_by_one, text):
                yield self.all[number].meaning


def topics_of(found: Sequence[Together[M]]) -> Topics[M]:
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(found):
        for word in each.rarest:
            by_word[word].append(number)
    return Topics(found, dict(by_word))


def in_a_row(words: Sequence[str]) -> str:
    """The words as a text in which words in a row can be searched for."""
    return f" {' '.join(words)} "
