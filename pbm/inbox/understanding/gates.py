"""Why words do not count, or not as they stand: denied, conditional, in doubt, told, taken back.

Each gate is a set of meanings, whose words are data in every language.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.inbox.understanding.dictated import dictated
from pbm.inbox.understanding.sentences import Sentence, Span, begins, is_mended, likeliest
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

NEGATIVE = (Wish.NO, Wish.DECLINE, Wish.UNWILLING)
DENIED: tuple[Meaning, ...] = (Sign.NOT, *NEGATIVE)
TOLD = (Sign.STORY, Sign.IF)
"""About other people or another time, or only if something happens."""
BACK = (Sign.TAKEN_BACK, Sign.SLIP)
DOUBTED = (Sign.DOUBT, Sign.BUT, Sign.OR)
ANY: tuple[Meaning, ...] = (*DENIED, *TOLD, *BACK, *DOUBTED)

MOST_SENTENCES, MOST_CHARACTERS = 8, 600
"""A longer letter tells a story."""

_AGAINST: Mapping[str, Collection[Meaning]] = {
    "accept": (Sign.NOT, Sign.SLIP, Wish.NO, Wish.UNWILLING),
    "resign": (Sign.NOT, Sign.SLIP, Wish.NO),
    "decline": (Sign.SLIP, Wish.YES, Wish.ACCEPT),
    "reject": (Sign.SLIP, Wish.YES, Wish.ACCEPT),
}
"""For each answer, the meanings of words that may take it back, anywhere below it.

An answer is final, and a question costs little. People who decline often say no twice.
"""
_MOVE = "move"
_STOPPING = (Wish.NO, Sign.NOT, Sign.SLIP)
_ACTS = (Wish.ACCEPT, Wish.DECLINE, Wish.RESIGN, Wish.DRAW, Wish.UNDO)
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
_AGREEING = (Wish.YES, Wish.ACCEPT, Wish.AGREE)
_LEAVING = (Wish.LEAVE, Wish.FAREWELL, Wish.SILENCE)


def is_doubtful(command: str, below: Sequence[Sentence]) -> bool:
    """Whether the sentences below a command may take it back."""
    against = _AGAINST.get(command, ())
    doubts = any(
        span.has(*against) and not span.is_harmless for each in below for span in each.spans
    )
    return doubts or is_retracted(below, of_move=command == _MOVE)


def is_called_off(below: Sequence[Sentence]) -> bool:
    """Whether a sentence takes back the text above it, or begins with two words that do.

    "No, stop" and "nee wacht" do so; "no excuses this time" does not.
    """
    return any(each.has(Sign.TAKEN_BACK) or _stops(each) for each in below)


def _stops(sentence: Sentence) -> bool:
    said = [span for span in sentence.spans if not span.is_harmless][:2]
    return len(said) > 1 and all(span.has(*_STOPPING) for span in said)


def is_retracted(below: Sequence[Sentence], *, of_move: bool = False) -> bool:
    """Whether the sentences take back the text above them.

    of_move: whether that is a move, which "sorry, but I don't take anything back" leaves as it is.
    """
    if any(each.has(Sign.TAKEN_BACK) or _corrects(each) for each in below):
        return True
    slips = [
        at for at, each in enumerate(below) if each.spans and Sign.SLIP in each.spans[0].meanings
    ]
    return any(
        each.moves or (each.has(*_ACTS) and not (of_move and _denies_act(each)))
        for at in slips[:1]
        for each in below[at : at + 2]
    )


def _denies_act(sentence: Sentence) -> bool:
    """Whether the clause that names an act says "not": "sorry, but we don't take moves back"."""
    return sentence.clause_with(*_ACTS).has(Sign.NOT) and not sentence.asks


def _corrects(sentence: Sentence) -> bool:
    """Whether the sentence has a move together with words such as "no" and "I meant"."""
    return bool(sentence.moves) and sentence.has(Sign.SLIP, Sign.NOT, Sign.BUT, Wish.NO)


def refuses_deed(lines: Sequence[str], asked: str, situation: Situation) -> bool:
    """Whether the lines do nothing but refuse the command that was asked about.

    Another move, game or player is another wish, and a writer who names the deed as well as a
    refusal may want it.
    """
    if sum(map(len, lines)) > MOST_CHARACTERS or dictated(lines, situation) is not None:
        return False
    sentences = likeliest(lines, situation)[0]
    deeds = _deeds_of(asked)
    is_about_it = 0 < len(sentences) <= MOST_SENTENCES
    if not is_about_it or any(_wishes_more(each, situation) for each in sentences):
        return False
    wanted = any(_wants(each, deeds) for each in sentences)
    return not wanted and any(_refuses(each, deeds) for each in sentences)


def leaves_deed(sentence: str, asked: str) -> bool:
    """Whether a sentence behind a yes leaves the command that was asked about as it is.

    It is nothing but courtesies, and words that name the deed or agree to it.
    """
    wanted = (*_deeds_of(asked), *_AGREEING)
    return not any(
        each.asks or each.has(*ANY) or each.beside(*wanted)
        for read in likeliest([sentence], Situation(Place.BETWEEN))
        for each in read
    )


def _deeds_of(asked: str) -> frozenset[Meaning]:
    return frozenset(each for word in asked.split() for each in _DEEDS.get(word, ()))


def _wishes_more(sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence may name a move or another player, or a wish to leave."""
    leaves = not {*_LEAVING}.isdisjoint((*sentence.meanings, *sentence.together()))
    return leaves or bool(sentence.numbers) or any(map(situation.is_other, sentence.words))


def _refuses(sentence: Sentence, deeds: frozenset[Meaning]) -> bool:
    return sentence.has(Sign.TAKEN_BACK, Sign.BLUNDER, *NEGATIVE) or any(
        _is_denied(sentence.spans, at, deeds) for at in range(len(sentence.spans))
    )


def _wants(sentence: Sentence, deeds: frozenset[Meaning]) -> bool:
    """Whether the sentence says yes, or names the deed without a "not" beside it."""
    # A name below the letter may be like a misspelt word: "Percy" like "mercy".
    if is_mended(sentence):
        return False
    if begins(sentence, *_AGREEING):
        return True
    named = (at for at, span in enumerate(sentence.spans) if span.has(*deeds - {Sign.PLAY}))
    return not sentence.asks and not all(_is_denied(sentence.spans, at, deeds) for at in named)


def _is_denied(spans: Sequence[Span], at: int, deeds: frozenset[Meaning]) -> bool:
    """Whether the words name the deed, and a "not" is the next known word in their clause."""
    if not spans[at].has(*deeds):
        return False
    begin = max((each + 1 for each in range(at) if spans[each].pauses), default=0)
    end = next((each for each in range(at, len(spans)) if spans[each].pauses), len(spans))
    before = [each for each in spans[begin:at] if _counts(each)]
    behind = [each for each in spans[at + 1 : end + 1] if _counts(each)]
    return any(each.has(*DENIED) for each in (*before[-1:], *behind[:1]))


def _counts(span: Span) -> bool:
    return span.is_known and not (span.is_harmless or span.meanings <= {Sign.COMMON, Sign.TOLD})
