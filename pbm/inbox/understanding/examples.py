"""Whole sentences that people wrote, and the marks by which other words are compared with them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.bayes import Bayes, Counting, Counts, Kind
from pbm.inbox.understanding.lexicon import Lexicon, lexicon, passing
from pbm.inbox.understanding.sentences import Sentence, read_in
from pbm.inbox.understanding.situation import Situation, nobody
from pbm.inbox.understanding.tokens import token_sentences
from pbm.inbox.understanding.wishes import WHOLE
from pbm.notices.facts.places import Place

EXAMPLES = "examples.toml"
TALK, UNDECIDED = "talk", "undecided"
"""Wishes of examples that want nothing of the server."""

ASKED = "asked"
"""The place of examples that answer an invitation as well as any proposal."""

_NAME = "@"
"""The mark of another player's name."""

_BEGINNING = 5
"""The first letters of a word, which its other forms share in most languages."""

_LONG = 24
"""Above this number, the number of words makes no difference."""

_NAMES = frozenset({"opp", "alice", "bob"})
"""The names of other players in the examples."""

THERE = Situation(Place.BETWEEN, is_player=_NAMES.__contains__)


@cache
def learned(language: str) -> Bayes:
    """What the examples of a language tell."""
    own, common = _counts()
    return Bayes(own[language], common)


@cache
def _counts() -> tuple[Mapping[str, Counts], Counts]:
    """The counts of all marks by language, and the counts of meanings in all languages together."""
    common = Counting()
    own = {language: _counted(language, common) for language in languages()}
    return own, common.counts()


def _counted(language: str, common: Counting) -> Counts:
    """The counts of the marks in a language; its meanings are counted in ``common`` as well."""
    own = Counting()
    with passing(lexicon(language)) as words:
        for kind, text in examples(language):
            sentences = read_example(text, words)
            meanings = frozenset(meanings_of(sentences))
            own.add(kind, meanings | frozenset(_words(sentences, THERE)))
            common.add(kind, meanings)
    return own.counts()


def examples(language: str) -> Iterator[tuple[Kind, str]]:
    """The examples in the folder of the language, if there are any."""
    file = texts().joinpath(language, EXAMPLES)
    tables = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    for place, wishes in tables.items():
        for wish, sentences in wishes.items():
            kind = Kind(place, wish)
            yield from ((kind, sentence) for sentence in sentences)


def read_example(text: str, words: Lexicon) -> Sequence[Sentence]:
    return [read_in(words, each, THERE) for each in token_sentences([text])]


def marks_of(sentences: Sequence[Sentence], situation: Situation) -> frozenset[str]:
    """The marks by which sentences are compared: their words, and what these are known to mean."""
    return frozenset((*_words(sentences, situation), *meanings_of(sentences)))


def _words(sentences: Sequence[Sentence], situation: Situation) -> Iterator[str]:
    """The beginning of each word, and each two words in a row."""
    # Elsewhere the only player that is named is the opponent on the board.
    is_name = situation.is_other if situation.place is Place.BETWEEN else nobody
    words = [_plain(word, is_name) for each in sentences for word in each.words]
    yield from (f"{word[:_BEGINNING]}-" for word in words)
    yield from (f"{one} {other}" for one, other in pairwise(["", *words, ""]))


def _plain(word: str, is_name: Callable[[str], bool]) -> str:
    if any(map(str.isdigit, word)):
        return "0"
    return _NAME if is_name(word) else word


def meanings_of(sentences: Sequence[Sentence]) -> Iterator[str]:
    """Marks for what the phrases mean: each, the first with a meaning, and each two in a row.

    Others say what words mean together, that a sentence asks, and about how many words there are.
    """
    spans = [span for each in sentences for span in each.spans]
    for span in spans:
        yield from (f"={each}" for each in span.meanings - WHOLE)
    first = next((each for each in spans if each.meanings and not each.is_harmless), None)
    yield from (f"1={each}" for each in first.meanings - WHOLE) if first else ()
    for each in sentences:
        said = ["=", *("=" + "/".join(sorted(span.meanings - WHOLE)) for span in each.spans)]
        yield from (f"{one}{other}" for one, other in pairwise(said))
        yield from (f"~{wish}" for wish in each.together())
        yield from ["=?"] if each.asks else []
    words = sum(len(each.words) for each in sentences)
    yield f"#{min(words, _LONG) // 4}"
