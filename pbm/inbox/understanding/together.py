"""Words that mean something together, in any order: "see" and "board" in "I'd see that board"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.inbox.understanding.phrases import Usual, plain_words
from pbm.inbox.understanding.wishes import Wish


@dataclass(frozen=True, eq=False)
class Part:
    """Some words of which one must be there. several: alternatives of several words."""

    single: frozenset[str]
    several: Sequence[str]

    def is_in(self, words: frozenset[str], text: str) -> bool:
        return not words.isdisjoint(self.single) or any(each in text for each in self.several)


@dataclass(frozen=True, eq=False)
class Together:
    """Parts that mean a wish if each of them is in a sentence."""

    wish: Wish
    parts: Sequence[Part]

    @property
    def vocabulary(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.single
            yield from (word for each in part.several for word in each.split())

    def is_in(self, words: frozenset[str], text: str) -> bool:
        return all(part.is_in(words, text) for part in self.parts)


def read_together(text: str, wish: Wish, usual: Usual) -> Together:
    """Read "a|b & c_d": either of two words, and two others in a row."""
    return Together(wish, [_part(each, usual) for each in text.split("&")])


def _part(text: str, usual: Usual) -> Part:
    found = [usual(plain_words(each.replace("_", " "))) for each in text.split("|")]
    single = frozenset(each[0] for each in found if len(each) == 1)
    return Part(single, [in_a_row(each) for each in found if len(each) > 1])


def in_a_row(words: Sequence[str]) -> str:
    """The words as a text in which words in a row can be searched for."""
    return f" {' '.join(words)} "
