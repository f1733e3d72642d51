"""Answers to invitations and proposals: which are plain, and which are asked about.

An answer is plain if its clause says nothing else, and nothing beside it puts it in doubt.
"""

from __future__ import annotations

from pbm.core.model import Offer
from pbm.inbox.understanding.gates import BACK, DENIED, NEGATIVE
from pbm.inbox.understanding.intention import Intention, ask, do
from pbm.inbox.understanding.sentences import Sentence, Span, begins, is_mended, is_near
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

MANY = 4
"""The most unknown words in the clause of a yes, or beside words for resigning."""

POSITIVE = (Wish.YES, Wish.ACCEPT, Wish.AGREE)
AGREEING = (Wish.AGREE, Wish.ACCEPT)

OFFERS = {Offer.DRAW: Wish.DRAW, Offer.UNDO: Wish.UNDO}
_OFFERABLE = frozenset({Wish.DRAW, Wish.UNDO, Wish.REMATCH, Wish.CHALLENGE})
"""What may be agreed to. A yes that names another of these is asked about: "I accept the undo"."""
_COMMON = frozenset({Sign.COMMON})
_AGAINST_YES = (*DENIED, *BACK, Sign.STORY, Wish.RESIGN)


def invited(sentence: Sentence, _: Situation) -> Intention | None:
    """The answer to an invitation."""
    if sentence.has(*POSITIVE) and not sentence.asks and any(map(_may_decline, sentence.spans)):
        is_but = any(map(begins_with_but, sentence.clauses[1:]))
        # "Certainly, but don't expect much" accepts all the same.
        is_but &= not sentence.clauses[0].is_whole(*AGREEING)
        declines = is_but or not begins(sentence, *POSITIVE)
        is_no = declines and is_plain_no(sentence)
        return (do if is_no else ask)("decline" if declines else "accept", sentence.line)
    accepts = sentence.has(*POSITIVE) and says(sentence, *POSITIVE, Wish.REMATCH)
    accepts |= _is_accepted_first(sentence)
    # "Accpet" is one word with a typo.
    accepts |= len(sentence.words) == 1 and sentence.is_whole(Wish.ACCEPT) and not sentence.asks
    if accepts or _is_why_not(sentence):
        is_other = sentence.named() & {Wish.DRAW, Wish.UNDO}
        return (ask if is_other else do)("accept", sentence.line)
    if is_plain_no(sentence):
        return do("decline", sentence.line)
    if _is_told(sentence, *POSITIVE, *NEGATIVE):
        return None
    if begins(sentence, *POSITIVE):
        certainty = do if is_plain_yes(sentence, *POSITIVE) else ask
        is_close = sentence.clause_with(*POSITIVE).unknown <= MANY and not sentence.asks
        return certainty("accept", sentence.line) if is_close else None
    wavers = sentence.has(Sign.DOUBT, Wish.ACCEPT) and not begins(sentence, Wish.NO)
    is_no = sentence.has(*NEGATIVE) and not (sentence.asks or wavers)
    return ask("decline", sentence.line) if is_no else None


def _is_accepted_first(sentence: Sentence) -> bool:
    """Whether words that can only accept precede a question: "count me in, when do we start?" """
    first, *others = sentence.clauses
    against = (*_AGAINST_YES, Sign.IF, Sign.BUT, Sign.OR, Sign.DOUBT)
    return (
        any(Wish.ACCEPT in span.meanings and len(span.words) > 1 for span in first.spans)
        and first.is_whole(*POSITIVE)
        and bool(others)
        and not is_mended(first)
        and not any(each.has(*against) for each in others)
    )


def _may_decline(span: Span) -> bool:
    """Whether the words say no; "I'll play" does only to a draw, and to an invitation says yes."""
    return span.has(*NEGATIVE, Sign.NOT) and Wish.YES not in span.meanings


def _is_why_not(sentence: Sentence) -> bool:
    """Whether the sentence is nothing but "why not?", which is no question."""
    denies = {Sign.QUESTION, Sign.NOT} <= sentence.named()
    return sentence.asks and denies and sentence.is_whole(*POSITIVE)


def inviting(sentence: Sentence, _: Situation) -> Intention | None:
    """The wish of a player who waits for the answer to their own invitation."""
    return ask("decline", sentence.line) if says(sentence, Wish.UNDO, Wish.DECLINE) else None


def offered(sentence: Sentence, situation: Situation) -> Intention | None:
    """The answer to a proposal."""
    assert situation.offer is not None, "an answer to a proposal"
    agreeing, offer = _agreeing(situation.offer), OFFERS[situation.offer]
    # "A draw, already?" is no answer.
    wonders = sentence.asks and offer in sentence.spans[0].meanings
    if wonders or _is_told(sentence, *POSITIVE, *NEGATIVE, offer):
        return None
    if _agrees(sentence, offer, agreeing):
        is_other = sentence.named() & (_OFFERABLE - {offer})
        return (ask if is_other else do)("accept", sentence.line)
    # "See you Sunday" is no answer.
    if not sentence.has(Sign.KIND) and says(sentence, *POSITIVE, *agreeing, offer, Sign.COMMON):
        return ask("accept", sentence.line)
    if sentence.clause_with(*POSITIVE, *agreeing, *NEGATIVE, Sign.NOT).asks:
        return None
    denied = begins(sentence, Sign.NOT) and sentence.has(offer)
    is_no = begins(sentence, Wish.NO, Wish.DECLINE)
    is_plain = is_plain_no(sentence, offer)
    if is_plain or denied or is_no or (sentence.has(*NEGATIVE) and is_near(sentence)):
        return (do if is_plain else ask)("reject", sentence.line)
    may_agree = begins(sentence, *POSITIVE, *agreeing)
    return ask("accept", sentence.line) if may_agree else None


def _agreeing(offer: Offer) -> tuple[Meaning, ...]:
    return (*AGREEING, Wish.PARDON) if offer is Offer.UNDO else AGREEING


def _agrees(sentence: Sentence, offer: Meaning, agreeing: tuple[Meaning, ...]) -> bool:
    """Whether the sentence agrees in plain words, and admits no mistake of the writer's own."""
    if sentence.has(Sign.BLUNDER):
        return False
    if says(sentence, *POSITIVE, *agreeing, offer):
        is_named = offer is Wish.DRAW and not sentence.has(*POSITIVE)
        return is_named or sentence.has(*agreeing)
    clause = sentence.clause_with(*agreeing)
    return (
        begins(sentence, *agreeing)
        and clause.is_whole(*POSITIVE, *agreeing, offer)
        and is_plain_yes(sentence, *POSITIVE, *agreeing)
        and (offer in sentence.named() or adds_nothing(sentence, offer))
        # "Why not, but I'll talk to my brother": nothing is agreed to yet.
        and not any(map(begins_with_but, sentence.clauses))
    )


def adds_nothing(sentence: Sentence, offer: Meaning) -> bool:
    """Whether nothing else is said beside a yes: "yes, we got it" may only mean that mail came."""
    return not sentence.beside(*POSITIVE, Wish.PARDON, offer)


def begins_with_but(clause: Sentence) -> bool:
    """Whether the clause begins with a word such as "but"."""
    return Sign.BUT in clause.spans[0].meanings


def says(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the sentence says one of ``wishes`` clearly, and nothing else but courtesies."""
    whole = sentence.is_whole(*wishes) and not sentence.asks
    return whole and not is_mended(sentence)


def is_plain_yes(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the first yes is a complete answer, unlike "great weather", "I accept cookies"."""
    clause = sentence.clause_with(*wishes)
    beside = [each for each in sentence.clauses if each.spans != clause.spans]
    is_clear = sentence.has(*AGREEING) or any(len(each.words) > 1 for each in clause.spans)
    certain = is_clear or all(each.unknown == 0 for each in beside)
    return (
        certain
        and clause.is_whole(*wishes, *((Sign.COMMON,) if is_clear else ()))
        and not is_mended(clause)
        and not _hesitates(sentence)
        and not any(each.has(*_AGAINST_YES) for each in beside)
    )


def _is_told(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the sentence says ``wishes`` about other people, or about another time."""
    return sentence.has(*wishes) and sentence.clause_with(*wishes).has(Sign.STORY)


def _hesitates(sentence: Sentence) -> bool:
    """Whether the sentence has a condition or asks; a "but" alone only adds a remark."""
    if sentence.has(Sign.QUESTION):
        return True
    doubts = [each for each in sentence.spans if Sign.DOUBT in each.meanings]
    return sentence.has(Sign.IF) or any(Sign.BUT not in each.meanings for each in doubts)


def is_plain_no(sentence: Sentence, *offer: Meaning) -> bool:
    """Whether a clause says no, and nothing beside it yes: a no gives nothing away."""
    agrees = (*POSITIVE, Wish.PARDON, *BACK, Sign.IF, *offer)
    beside = [each for each in sentence.spans if not (each.is_harmless or each.has(Sign.COMMON))]
    if sentence.has(Sign.NOT):
        # "No draw" names the offer, and agrees to nothing.
        beside = [each for each in beside if not each.has(*offer)]
    may_agree = any(each.has(*agrees) and not each.has(*NEGATIVE) for each in beside)
    return not (sentence.asks or may_agree) and any(map(_refuses, sentence.clauses))


def _refuses(clause: Sentence) -> bool:
    """Whether the clause says no in few words. One word and an unknown one may mean yes:
    "no biggie".
    """
    said = [each for each in clause.spans if not (each.is_harmless or each.meanings == _COMMON)]
    first, *others = said or [Span(())]
    if first.has(Sign.BUT) and others and not first.has(*NEGATIVE):
        first, *others = others
    is_whole = len(first.words) > 1 or first.pauses or all(each.is_known for each in others[:1])
    # "I refuse your cooking" declines something else.
    is_other = first.has(Wish.DECLINE) and not first.has(Wish.NO) and clause.unknown > 0
    is_no = first.has(*NEGATIVE) and is_whole and not is_other
    return is_no and is_near(clause) and not _hesitates(clause)
