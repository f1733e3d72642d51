"""The phrases of one language, from its ``phrases.toml``, and where they occur in a sentence."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from rapidfuzz.distance import OSA

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.phrases import Node, Phrase, compiled, plain_words
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

PHRASES = "phrases.toml"
NOTHING: frozenset[Meaning] = frozenset()
SHORTEST_TYPO = 5
"""The least length of a word in which a typo is mended: one letter changes the sense of others."""
_SPARED = 2
"""A typo in a word of this length spares as many letters at one end of it, or more."""

_ONLY_WORDS = re.compile(r"\s*[^\W\d_](?:[^\W\d_]|[ ,.!'’])*")


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All phrases of a language.

    known: all words. mendable: the long ones, in groups by their first and by their last letters.
    """

    language: str
    phrases: Node
    known: frozenset[str]
    mendable: Mapping[str, Sequence[str]]

    def longest(self, words: Sequence[str], at: int) -> tuple[int, frozenset[Meaning]]:
        """The end and the meanings of the longest phrase that begins there; ``at`` for none."""
        node, end, meanings = self.phrases, at, NOTHING
        for number, word in enumerate(islice(words, at, None), at + 1):
            if word not in node.after:
                break
            node = node.after[word]
            if node.meanings:
                end, meanings = number, node.meanings
        return end, meanings

    def mended(self, word: str) -> str:
        """The word, or the first word of the language from which it differs by a single typo."""
        if len(word) < SHORTEST_TYPO or word in self.known or not word.isalpha():
            return word
        alike = (each for end in _ends(word) for each in self.mendable.get(end, ()))
        typos = (each for each in alike if OSA.distance(word, each, score_cutoff=1) == 1)
        return min(typos, default=word)


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
    phrases = list(_phrases(language))
    vocabulary = frozenset(word for each in phrases for word in each.vocabulary)
    mendable: defaultdict[str, list[str]] = defaultdict(list)
    for word in vocabulary:
        if len(word) >= SHORTEST_TYPO:
            for end in _ends(word):
                mendable[end].append(word)
    return Lexicon(language, compiled(phrases), vocabulary, dict(mendable))


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


def _ends(word: str) -> tuple[str, str]:
    """Its first and its last letters, marked so that they are not the same."""
    return word[:_SPARED] + "-", "-" + word[-_SPARED:]
