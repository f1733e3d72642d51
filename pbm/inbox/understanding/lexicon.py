"""The phrases of one language, from its ``phrases.toml``, and where they occur in a sentence."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

PHRASES = "phrases.toml"
SHORTEST_TYPO = 5
"""The least length of a word in which a typo is mended: one letter changes the sense of others."""

_WORD = re.compile(r"[^\W_]+")
_ONLY_WORDS = re.compile(r"\s*[^\W\d_](?:[^\W\d_]|[ ,.!'’])*")
_SLOT = re.compile(r"\[([^\]]+)\]|(\S+)")

Words = tuple[str, ...]


def plain_words(text: str) -> list[str]:
    """The words without case, accents and marks; ``j'accepte`` are two."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(each for each in decomposed if not unicodedata.combining(each)))


@dataclass(frozen=True)
class Slot:
    """A place in a phrase: one of its alternatives stands there or, if it is optional, nothing."""

    alternatives: tuple[Words, ...]
    optional: bool

    def ends(self, words: Sequence[str], at: int) -> Iterator[int]:
        """Where the sentence goes on if the slot begins there."""
        if self.optional:
            yield at
        for each in self.alternatives:
            if tuple(words[at : at + len(each)]) == each:
                yield at + len(each)


@dataclass(frozen=True)
class Phrase:
    """A phrase as it is written in the file, and what it means."""

    slots: tuple[Slot, ...]
    meaning: Meaning

    @classmethod
    def read(cls, text: str, meaning: Meaning) -> Phrase:
        slots = (_slot(optional or word, bool(optional)) for optional, word in _SLOT.findall(text))
        return cls(tuple(slots), meaning)

    @property
    def beginnings(self) -> Iterator[str]:
        """The words that it can begin with."""
        for slot in self.slots:
            yield from (each[0] for each in slot.alternatives)
            if not slot.optional:
                return

    @property
    def vocabulary(self) -> Iterator[str]:
        return (word for slot in self.slots for each in slot.alternatives for word in each)

    def end(self, words: Sequence[str], at: int) -> int:
        """Where the longest occurrence that begins there ends; ``at`` if there is none."""
        ends = {at}
        for slot in self.slots:
            ends = {end for begin in ends for end in slot.ends(words, begin)}
        return max(ends, default=at)

    @property
    def is_empty(self) -> bool:
        """Whether all of it may be missing, so that any of its words would stand for the whole."""
        return all(slot.optional for slot in self.slots)


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All phrases of a language, by the words that they can begin with."""

    language: str
    phrases: Mapping[str, Sequence[Phrase]]
    vocabulary: Sequence[str]
    known: frozenset[str] = frozenset()

    def longest(self, words: Sequence[str], at: int) -> tuple[int, frozenset[Meaning]]:
        """The end and the meanings of the longest phrase that begins there; ``at`` for none."""
        ends = [(each.end(words, at), each.meaning) for each in self.phrases.get(words[at], ())]
        end = max((end for end, _ in ends), default=at)
        return end, frozenset(meaning for each, meaning in ends if each == end > at)

    def mended(self, word: str) -> str:
        """The word, or the only word of the language from which it differs by a single typo."""
        if len(word) < SHORTEST_TYPO or word in self.known or not word.isalpha():
            return word
        found = extractOne(word, self.vocabulary, scorer=OSA.distance, score_cutoff=1)
        return found[0] if found else word


def lexicons() -> Sequence[Lexicon]:
    """The lexicons of all languages, English first."""
    return [lexicon(each) for each in languages()]


def agrees(line: str) -> bool:
    """Whether the line is nothing but words that accept a proposal."""
    if not _ONLY_WORDS.fullmatch(line):
        return False
    words = plain_words(line)
    found = (each.longest(words, 0) for each in lexicons())
    return any(end == len(words) and Wish.AGREE in meanings for end, meanings in found)


def is_word(word: str) -> bool:
    """Whether the word, without case and accents, is in the phrases of any language."""
    return any(word in each.known for each in lexicons())


@cache
def lexicon(language: str) -> Lexicon:
    by_beginning: dict[str, list[Phrase]] = {}
    vocabulary: set[str] = set()
    for phrase in _phrases(language):
        vocabulary.update(phrase.vocabulary)
        for word in set(phrase.beginnings):
            by_beginning.setdefault(word, []).append(phrase)
    long = sorted(word for word in vocabulary if len(word) >= SHORTEST_TYPO)
    return Lexicon(language, by_beginning, long, frozenset(vocabulary))


def _phrases(language: str) -> Iterator[Phrase]:
    """The phrases of the language, and the commands, which are English everywhere."""
    file = texts().joinpath(language, PHRASES)
    if not file.is_file():
        return
    tables = tomllib.loads(file.read_text("utf-8"))
    for kind, table in ((Sign, tables["words"]), (Wish, tables["wishes"])):
        for name, written in table.items():
            yield from (Phrase.read(each, kind(name)) for each in written)
    yield from (Phrase.read(each.value, each) for each in _COMMANDS)


_COMMANDS = (
    *(Wish.ACCEPT, Wish.DECLINE, Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH),
    *(Wish.HELP, Wish.SHOW, Wish.MOVES),
)


def _slot(text: str, optional: bool) -> Slot:
    words = (tuple(plain_words(each)) for each in text.split("|"))
    return Slot(tuple(filter(None, words)), optional)
