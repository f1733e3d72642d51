"""Words that refuse what our question asks about: "don't give up for me, I'll fight on"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.inbox.understanding.answers import NEGATIVE, begins, is_mended
from pbm.inbox.understanding.reading import likeliest
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

MOST_SENTENCES, MOST_CHARACTERS = 8, 600
"""A longer letter tells a story."""

_DEEDS: Mapping[str, Collection[Meaning]] = {
    "resign": (Wish.RESIGN,),
    "draw": (Wish.DRAW,),
    "undo": (Wish.UNDO,),
    "rematch": (Wish.REMATCH,),
    "challenge": (Wish.CHALLENGE, Sign.AGAINST),
    "seek": (Wish.SEEK,),
    "move": (Sign.PLAY,),
}
"""For a word of the command that is asked about, the meanings of words that name it."""

_LEAVING = (Wish.FAREWELL, Wish.SILENCE)
_MISTAKES = (Sign.TAKEN_BACK, Sign.BLUNDER)


def refuses(lines: Sequence[str], asked: str, situation: Situation) -> bool:
    """Whether the lines do nothing but refuse the command that was asked about.

    Another move, game or player is another wish, and a writer who names the deed as well as a
    refusal may want it.
    """
    if sum(map(len, lines)) > MOST_CHARACTERS:
        return False
    sentences = likeliest(lines, situation)[0]
    deeds = frozenset(each for word in asked.split() for each in _DEEDS.get(word, ()))
    is_about_it = 0 < len(sentences) <= MOST_SENTENCES
    if not is_about_it or any(_wishes_more(each, situation) for each in sentences):
        return False
    wanted = any(_wants(each, deeds) for each in sentences)
    return not wanted and any(_refuses(each, deeds) for each in sentences)


def _wishes_more(sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence may name a move or another player, or a wish to leave."""
    leaves = not {Wish.LEAVE, *_LEAVING}.isdisjoint((*sentence.meanings, *sentence.together()))
    return leaves or bool(sentence.numbers) or any(map(situation.is_other, sentence.words))


def _refuses(sentence: Sentence, deeds: frozenset[Meaning]) -> bool:
    return sentence.has(*_MISTAKES, *NEGATIVE) or any(
        _is_denied(sentence.spans, at, deeds) for at in range(len(sentence.spans))
    )


def _wants(sentence: Sentence, deeds: frozenset[Meaning]) -> bool:
    """Whether the sentence says yes, or names the deed without a "not" beside it."""
    # A name below the letter may be like a misspelt word: "Percy" like "mercy".
    if is_mended(sentence):
        return False
    if begins(sentence, Wish.YES, Wish.ACCEPT, Wish.AGREE):
        return True
    named = (at for at, span in enumerate(sentence.spans) if _names(span, deeds - {Sign.PLAY}))
    return not sentence.asks and not all(_is_denied(sentence.spans, at, deeds) for at in named)


def _is_denied(spans: Sequence[Span], at: int, deeds: frozenset[Meaning]) -> bool:
    """Whether the words name the deed, and a "not" is the next known word in their clause."""
    if not _names(spans[at], deeds):
        return False
    begin = max((each + 1 for each in range(at) if spans[each].pauses), default=0)
    end = next((each for each in range(at, len(spans)) if spans[each].pauses), len(spans))
    before = [each for each in spans[begin:at] if _counts(each)]
    behind = [each for each in spans[at + 1 : end + 1] if _counts(each)]
    denying = (Sign.NOT, *NEGATIVE)
    return any(not each.meanings.isdisjoint(denying) for each in (*before[-1:], *behind[:1]))


def _counts(span: Span) -> bool:
    return span.is_known and not (span.is_harmless or span.meanings <= {Sign.COMMON, Sign.TOLD})


def _names(span: Span, deeds: frozenset[Meaning]) -> bool:
    return not span.meanings.isdisjoint(deeds)
