"""Phrases as they are written in ``phrases.toml``, and a graph of all phrases of a language."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Any, NamedTuple

from pbm.base.accents import without_accents
from pbm.core.games import game_names
from pbm.core.languages import texts
from pbm.inbox.understanding.wishes import Meaning, Sign

SIGNS = "👍👌🤝✅💪👎❌🏳"
"""Emoji that can be an answer by themselves."""

ADDRESS = "anyaddress"
"""The word that stands for each mail address of a letter."""

_WORD = re.compile(rf"[^\W_]+|[{SIGNS}]")
_SLOT = re.compile(r"\[([^\]]+)\]|(\S+)")

NOTHING: frozenset[Meaning] = frozenset()

LONGEST = 24
"""The most words of a phrase, those between its words included: nobody puts more into one."""

Words = tuple[str, ...]
Usual = Callable[[Iterable[str]], Words]


def plain_words(text: str) -> list[str]:
    """The words without case, accents and marks, and emoji of ``SIGNS``; ``j'accepte`` are two."""
    if text.isascii():
        return [text.lower()] if text.isalnum() else _WORD.findall(text.lower())
    return _WORD.findall(without_accents(text.casefold()))


class Slot(NamedTuple):
    """A place in a phrase: one of its alternatives stands there or, if it is optional, nothing."""

    alternatives: tuple[Words, ...]
    optional: bool


@dataclass(frozen=True, eq=False, slots=True)
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


@cache
def _slot(text: str, optional: bool, usual: Usual) -> Slot:
    """The slot, read once: each is written three times in a language, which takes time to read."""
    words = (_words_of(each, usual) for each in text.split("|"))
    return _same_slot(Slot(tuple(filter(None, words)), optional))


@cache
def _words_of(text: str, usual: Usual) -> Words:
    return _same_words(tuple(map(sys.intern, usual(plain_words(text)))))


@cache
def _same_slot(slot: Slot) -> Slot:
    """The first slot that is equal to this one: phrases repeat few words and slots very often.

    Measured: the phrases of all languages take 8 MiB so, and 14 otherwise.
    """
    return slot


@cache
def _same_words(words: Words) -> Words:
    return words


def all_read() -> None:
    """Free what finds equal slots, 2 MiB, once the phrases of all languages are read."""
    _slot.cache_clear()
    _words_of.cache_clear()
    _same_slot.cache_clear()
    _same_words.cache_clear()


class _Position(NamedTuple):
    """A position in a phrase that is being read: before a slot, or within an alternative."""

    phrase: Phrase
    slot: int
    rest: Words = ()


_Positions = frozenset[_Position]


@dataclass(frozen=True, eq=False)
class Node:
    """The words with which some phrases begin. made: all nodes made so far.

    Its successors are made when a sentence first reaches them, because most are never needed.
    Beginnings that can continue in the same ways share a node.
    """

    positions: _Positions
    made: dict[_Positions, Node]

    @cached_property
    def meanings(self) -> frozenset[Meaning]:
        """The meanings of the phrases that may end at this node."""
        return frozenset(
            each.phrase.meaning for each in self.positions if each.slot == len(each.phrase.slots)
        )

    @cached_property
    def after(self) -> Mapping[str, Node]:
        """The successor of this node for each next word."""
        return {word: self._at(each) for word, each in _steps(self.positions).items()}

    def _at(self, positions: _Positions) -> Node:
        return self.made.setdefault(positions, Node(positions, self.made))

    def longest(
        self, words: Sequence[str], at: int, between: Container[str] = ()
    ) -> tuple[int, frozenset[Meaning]]:
        """The end and the meanings of the longest phrase that begins at ``at``; if none, ``at``.

        between: words that may stand anywhere inside a phrase.
        """
        if at < len(words) and words[at] not in self.after:
            # So it is at nearly all places, and nothing else need be made there.
            return at, NOTHING
        nodes, end, meanings = [self], at, NOTHING
        for number, word in enumerate(islice(words, at, at + LONGEST), at + 1):
            reached = [node.after[word] for node in nodes if word in node.after]
            for node in reversed(reached):
                if node.meanings:
                    end, meanings = number, node.meanings
            goes_on = word in between and number > at + 1
            # Without repetitions: "please please please" would double them with each word.
            nodes = [*dict.fromkeys([*reached, *nodes])] if goes_on else reached
            if not nodes:
                break
        return end, meanings

    def occurs(self, words: Sequence[str]) -> bool:
        """Whether a phrase begins at any of the words."""
        return any(self.longest(words, at)[0] > at for at in range(len(words)))

    def all_meanings(self, words: Sequence[str], at: int) -> Iterator[Meaning]:
        """The meanings of every phrase that begins at ``at``, the shorter ones too."""
        node: Node | None = self
        for word in islice(words, at, at + LONGEST):
            node = node.after.get(word) if node else None
            if node is None:
                return
            yield from node.meanings


def compiled(phrases: Iterable[Phrase]) -> Node:
    """The root node, from which all words of all phrases can be followed."""
    return Node(frozenset(each for phrase in phrases for each in _before(phrase, 0)), {})


def tables_in(text: str) -> Mapping[str, Any]:
    """The tables of a file with the words for its placeholders: ``<games>`` and ``<address>``."""
    games = "|".join(game_names())
    return tomllib.loads(text.replace("<games>", games).replace("<address>", ADDRESS))


def tables_of(language: str, file: str) -> Callable[..., Node]:
    """What compiles the tables of a language's file with these names into one graph of phrases.

    Without such a file, all tables are empty. ``<games>`` stands for the names of all games.
    """
    found = texts().joinpath(language, file)
    text = found.read_text("utf-8") if found.is_file() else ""
    tables = tables_in(text)

    def node(*names: str) -> Node:
        written = (each for name in names for each in tables.get(name, ()))
        return compiled(Phrase.read(each, Sign.KIND, tuple) for each in written)

    return node


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
    """The slot, and the later ones that can come next because all slots between are optional."""
    yield _Position(phrase, slot)
    while slot < len(phrase.slots) and phrase.slots[slot].optional:
        slot += 1
        yield _Position(phrase, slot)
