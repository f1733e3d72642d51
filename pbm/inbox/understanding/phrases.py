"""Phrases as they are written in ``phrases.toml``, and a graph of all phrases of a language."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from pbm.inbox.understanding.wishes import Meaning

SIGNS = "👍👌🤝✅💪👎❌🏳"
"""Emoji that can be an answer by themselves."""

_WORD = re.compile(rf"[^\W_]+|[{SIGNS}]")
_SLOT = re.compile(r"\[([^\]]+)\]|(\S+)")

NOTHING: frozenset[Meaning] = frozenset()

Words = tuple[str, ...]
Usual = Callable[[Iterable[str]], Words]


def plain_words(text: str) -> list[str]:
    """The words without case, accents and marks, and emoji of ``SIGNS``; ``j'accepte`` are two."""
    if text.isascii():
        return _WORD.findall(text.lower())
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(each for each in decomposed if not unicodedata.combining(each)))


class Slot(NamedTuple):
    """A place in a phrase: one of its alternatives stands there or, if it is optional, nothing."""

    alternatives: tuple[Words, ...]
    optional: bool


@dataclass(frozen=True, eq=False)
class Phrase:
    """A phrase as it is written in the file, and what it means."""

    slots: tuple[Slot, ...]
    meaning: Meaning

    @classmethod
    def read(cls, text: str, meaning: Meaning, usual: Usual) -> Phrase:
        """Read a phrase. usual: returns words in their usual spelling."""
        slots = (
            _slot(optional or word, bool(optional), usual) for optional, word in _SLOT.findall(text)
        )
        return cls(tuple(slots), meaning)

    @property
    def vocabulary(self) -> Iterator[str]:
        return (word for slot in self.slots for each in slot.alternatives for word in each)


def _slot(text: str, optional: bool, usual: Usual) -> Slot:
    words = (usual(plain_words(each)) for each in text.split("|"))
    return Slot(tuple(filter(None, words)), optional)


@dataclass(frozen=True, eq=False)
class Node:
    """Words in a row that phrases begin with: what they mean, and the nodes of one word more."""

    meanings: frozenset[Meaning]
    after: dict[str, Node] = field(default_factory=dict)

    def longest(self, words: Sequence[str], at: int) -> tuple[int, frozenset[Meaning]]:
        """The end and the meanings of the longest phrase that begins there; ``at`` for none."""
        node, end, meanings = self, at, NOTHING
        for number, word in enumerate(islice(words, at, None), at + 1):
            if word not in node.after:
                break
            node = node.after[word]
            if node.meanings:
                end, meanings = number, node.meanings
        return end, meanings


class _Position(NamedTuple):
    """How far a phrase has been read: before this slot, or before the rest of an alternative."""

    phrase: Phrase
    slot: int
    rest: Words = ()


def compiled(phrases: Iterable[Phrase]) -> Node:
    """The node of no words, from which all words of all phrases can be followed.

    Beginnings that can go on in the same ways share a node, so that phrases with many alternatives
    take little room.
    """
    nodes: dict[frozenset[_Position], Node] = {}

    def node(positions: frozenset[_Position]) -> Node:
        if positions not in nodes:
            nodes[positions] = made = Node(_meanings(positions))
            made.after.update({word: node(each) for word, each in _steps(positions).items()})
        return nodes[positions]

    return node(frozenset(each for phrase in phrases for each in _before(phrase, 0)))


def _meanings(positions: Iterable[_Position]) -> frozenset[Meaning]:
    """The meanings of the phrases that may end there."""
    return frozenset(
        each.phrase.meaning for each in positions if each.slot == len(each.phrase.slots)
    )


def _steps(positions: Iterable[_Position]) -> Mapping[str, frozenset[_Position]]:
    """The next positions, by the word that leads there."""
    found: defaultdict[str, set[_Position]] = defaultdict(set)
    for phrase, slot, rest in positions:
        ways = (rest,) if rest else _alternatives(phrase, slot)
        for word, *others in ways:
            found[word].update(
                (_Position(phrase, slot, tuple(others)),) if others else _before(phrase, slot + 1)
            )
    return {word: frozenset(each) for word, each in found.items()}


def _alternatives(phrase: Phrase, slot: int) -> Sequence[Words]:
    return phrase.slots[slot].alternatives if slot < len(phrase.slots) else ()


def _before(phrase: Phrase, slot: int) -> Iterator[_Position]:
    """The slot, and those behind it that can come next because what is between may be missing."""
    yield _Position(phrase, slot)
    while slot < len(phrase.slots) and phrase.slots[slot].optional:
        slot += 1
        yield _Position(phrase, slot)
