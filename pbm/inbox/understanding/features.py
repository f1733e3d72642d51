"""What the model sees of a letter: its words, their beginnings and pieces, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation, nobody
from pbm.inbox.understanding.wishes import WHOLE
from pbm.notices.facts.places import Place

BITS = 16
SIZE = 1 << BITS
"""The number of features. Their names are hashed, so that none need be stored."""

_NAME, _NUMBER = "@", "0"
_BEGINNING = 5
"""The first letters of a word, which its other forms share in most languages."""
_PIECE = 4
"""The letters of the pieces of a word that are compared."""
_LONGEST_WORD = 24
_LONG = 24
"""Above this number, the number of words makes no difference."""


def features(sentences: Sequence[Sentence], situation: Situation) -> frozenset[int]:
    """The numbers of the features that a letter has, below ``SIZE``."""
    # Elsewhere the only player that is named is the opponent on the board.
    is_name = situation.is_other if situation.place is Place.BETWEEN else nobody
    names = (*_of_words(sentences, is_name, situation), *_of_meanings(sentences))
    return frozenset(map(number_of, names))


def number_of(name: str) -> int:
    return crc32(name.encode()) & (SIZE - 1)


def _of_words(
    sentences: Sequence[Sentence], is_name: Callable[[str], bool], situation: Situation
) -> Iterator[str]:
    words = [_plain(word, is_name, situation) for each in sentences for word in each.words]
    for word in words:
        yield from (f"w{word}", f"b{word[:_BEGINNING]}")
        yield from (f"c{piece}" for piece in _pieces(word))
    yield from (f"{one} {other}" for one, other in pairwise(["", *words, ""]))
    yield f"#{min(len(words), _LONG) // 4}"


def _plain(word: str, is_name: Callable[[str], bool], situation: Situation) -> str:
    if any(map(str.isdigit, word)):
        return _NUMBER
    if situation.game_named(word):
        return "gyges"
    return _NAME if is_name(word) else word[:_LONGEST_WORD]


def _pieces(word: str) -> Iterable[str]:
    whole = f"<{word}>"
    return (whole[at : at + _PIECE] for at in range(len(whole) - _PIECE + 1))


def _of_meanings(sentences: Sequence[Sentence]) -> Iterator[str]:
    """What the phrases mean: each, the first with a meaning, and each two in a row."""
    spans = [span for each in sentences for span in each.spans]
    for span in spans:
        yield from (f"={each}" for each in span.meanings - WHOLE)
        yield from (f"=={each}" for each in span.meanings if len(span.words) > 1)
    first = next((each for each in spans if each.meanings and not each.is_harmless), None)
    yield from (f"1={each}" for each in first.meanings - WHOLE) if first else ()
    for each in sentences:
        said = ["=", *("=" + "/".join(sorted(span.meanings - WHOLE)) for span in each.spans)]
        yield from (f"{one}{other}" for one, other in pairwise(said))
        yield from (f"~{wish}" for wish in each.together())
        yield from ["=?"] if each.asks else []
