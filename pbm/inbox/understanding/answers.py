"""Answers to invitations and proposals: which are plain, and which are asked about.

An answer is plain if its clause says nothing else, and nothing beside it puts it in doubt.
"""

from __future__ import annotations

from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Intention, ask, do
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

FEW = 2
"""With more unknown words than this beside a wish, the writer is not asked about the wish."""

MANY = 4
"""Like ``FEW``, for unknown words in the clause of a yes, or beside words for resigning."""

POSITIVE = (Wish.YES, Wish.ACCEPT, Wish.AGREE)
NEGATIVE = (Wish.NO, Wish.DECLINE, Wish.UNWILLING)
AGREEING = (Wish.AGREE, Wish.ACCEPT)

OFFERS = {Offer.DRAW: Wish.DRAW, Offer.UNDO: Wish.UNDO}
_OFFERABLE = frozenset({Wish.DRAW, Wish.UNDO, Wish.REMATCH, Wish.CHALLENGE})
"""What may be agreed to. A yes that names another of these is asked about: "I accept the undo"."""
_AGAINST_YES = (*NEGATIVE, Wish.RESIGN, Sign.NOT, Sign.SLIP, Sign.TAKEN_BACK, Sign.STORY)


def invited(sentence: Sentence, _: Situation) -> Intention | None:
    """The answer to an invitation."""
    is_both = sentence.has(*POSITIVE) and any(map(_may_decline, sentence.spans))
    if is_both and not sentence.asks:
        is_no = _is_polite_no(sentence) or _is_no_first(sentence)
        is_but = any(map(begins_with_but, sentence.clauses[1:]))
        # "Certainly, but don't expect much" accepts all the same.
        is_but &= not sentence.clauses[0].is_whole(*AGREEING)
        declines = is_no or is_but or not begins(sentence, *POSITIVE)
        return (do if is_no else ask)("decline" if declines else "accept", sentence.line)
    accepts = sentence.has(*POSITIVE) and says(sentence, *POSITIVE, Wish.REMATCH)
    if accepts or _is_why_not(sentence) or _is_one_word(sentence, Wish.ACCEPT):
        is_other = sentence.named() & {Wish.DRAW, Wish.UNDO}
        return (ask if is_other else do)("accept", sentence.line)
    if says(sentence, Wish.DECLINE, Wish.NO) or _is_one_word(sentence, Wish.DECLINE):
        return do("decline", sentence.line)
    if _is_told(sentence, *POSITIVE, *NEGATIVE):
        return None
    if begins(sentence, *POSITIVE):
        certainty = do if is_plain_yes(sentence, *POSITIVE) else ask
        is_near = sentence.clause_with(*POSITIVE).unknown <= MANY and not sentence.asks
        return certainty("accept", sentence.line) if is_near else None
    return None if sentence.asks else _declining(sentence)


def _may_decline(span: Span) -> bool:
    """Whether the words say no; "I'll play" does only to a draw, and to an invitation says yes."""
    says_no = span.has(*NEGATIVE, Sign.NOT)
    return says_no and Wish.YES not in span.meanings


def _is_why_not(sentence: Sentence) -> bool:
    """Whether the sentence is nothing but "why not?", which is no question."""
    denies = {Sign.QUESTION, Sign.NOT} <= sentence.named()
    return sentence.asks and denies and sentence.is_whole(*POSITIVE)


def _is_one_word(sentence: Sentence, wish: Wish) -> bool:
    """Whether the sentence is one word for a wish, with a typo: "accpet"."""
    return len(sentence.words) == 1 and not sentence.asks and sentence.is_whole(wish)


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
    if sentence.has(*agreeing) and refuses(sentence):
        return ask("reject", sentence.line)
    may_agree = begins(sentence, *POSITIVE, *agreeing)
    return _rejecting(sentence, offer) or (ask("accept", sentence.line) if may_agree else None)


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


def _rejecting(sentence: Sentence, offer: Meaning) -> Intention | None:
    denied = begins(sentence, Sign.NOT) and sentence.has(offer)
    if refuses(sentence) or denied or _is_no_with_remark(sentence, offer):
        return do("reject", sentence.line)
    is_no = begins(sentence, Wish.NO, Wish.DECLINE)
    is_asked = is_no or (sentence.has(*NEGATIVE) and is_near(sentence))
    return ask("reject", sentence.line) if is_asked else None


def _is_no_with_remark(sentence: Sentence, offer: Meaning) -> bool:
    """Whether a complete no comes before a remark: "no thanks, now it gets exciting".

    A rejection gives nothing away, so the remark may have any words that do not agree.
    """
    no, *remarks = sentence.clauses
    agrees = (*POSITIVE, Wish.PARDON, offer, Sign.SLIP, Sign.TAKEN_BACK)
    return (
        (no.is_whole(Wish.NO, Wish.DECLINE) or _is_addressed_no(no))
        and begins(no, Wish.NO, Wish.DECLINE)
        and not sentence.asks
        and bool(remarks)
        and not any(_agrees_to(each, offer, *agrees) for each in remarks)
    )


def _is_addressed_no(clause: Sentence) -> bool:
    """Whether the clause is a no of several words and a name: "no thanks Bob,"."""
    said = [each for each in clause.spans if not each.is_harmless]
    if len(said) != 2 or said[1] is not clause.spans[-1]:
        return False
    no, name = said
    is_no = Wish.DECLINE in no.meanings and len(no.words) > 1
    return is_no and name.pauses and not name.is_known and len(name.words) == 1


def _agrees_to(remark: Sentence, offer: Meaning, *meanings: Meaning) -> bool:
    """Whether a remark may agree. Praise such as "it gets interesting" does not, nor "no draw"."""
    if remark.has(offer) and remark.has(Sign.NOT):
        return False
    return any(each.has(*meanings) and Sign.KIND not in each.meanings for each in remark.spans)


def _declining(sentence: Sentence) -> Intention | None:
    if refuses(sentence) or _is_polite_no(sentence) or _is_no_first(sentence):
        return do("decline", sentence.line)
    wavers = sentence.has(Sign.DOUBT, Wish.ACCEPT) and not begins(sentence, Wish.NO)
    is_asked = is_near(sentence) and sentence.has(*NEGATIVE) and not wavers
    return ask("decline", sentence.line) if is_asked else None


def _is_no_first(sentence: Sentence) -> bool:
    """Whether a plain no precedes words about something else: "I must decline, it's hell here"."""
    first, *others = sentence.clauses
    said = [each for each in first.spans if not each.is_harmless]
    is_phrase = len(said) == 1 and len(said[0].words) > 1 and Wish.DECLINE in said[0].meanings
    against = (*AGREEING, Sign.IF, Sign.BUT, Sign.SLIP, Sign.TAKEN_BACK)
    return is_phrase and bool(others) and not any(each.has(*against) for each in others)


def _is_polite_no(sentence: Sentence) -> bool:
    """Whether a "but" and a plain no follow other words: "I'd love to, but I have no time"."""
    clauses = sentence.clauses
    at = next((at for at, each in enumerate(clauses) if at and begins_with_but(each)), None)
    if at is None or sentence.has(*AGREEING, Sign.IF, Sign.STORY):
        return False
    no, behind = clauses[at], clauses[at + 1 :]
    return (
        not any(each.has(*NEGATIVE, Sign.NOT) for each in clauses[:at])
        and no.has(*NEGATIVE)
        and (no.is_whole(*NEGATIVE, Sign.BUT, Sign.COMMON) or _ends_with_no(no))
        and not any(each.has(*POSITIVE, Sign.BUT) for each in behind)
    )


def _ends_with_no(clause: Sentence) -> bool:
    """Whether several words that decline end a clause: "but I am moving house and must decline"."""
    said = [each for each in clause.spans if not each.is_harmless]
    return said[-1].has(Wish.DECLINE) and len(said[-1].words) > 1


def begins_with_but(clause: Sentence) -> bool:
    """Whether the clause begins with a word such as "but"."""
    return Sign.BUT in clause.spans[0].meanings


def says(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the sentence says one of ``wishes`` clearly, and nothing else but courtesies."""
    whole = sentence.is_whole(*wishes) and not sentence.asks
    return whole and not is_mended(sentence)


def begins(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the first words of the sentence that ask for anything say one of ``wishes``."""
    first = next((span for span in sentence.spans if _counts(span, wishes)), None)
    return first is not None and not first.meanings.isdisjoint(wishes)


def _counts(span: Span, wishes: tuple[Meaning, ...]) -> bool:
    is_beside = span.is_harmless or span.meanings <= {Sign.BUT, Sign.DOUBT}
    return not is_beside or span.has(*wishes)


def is_near(sentence: Sentence) -> bool:
    return sentence.unknown <= FEW


def is_mended(sentence: Sentence) -> bool:
    return any(span.mended for span in sentence.spans)


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


def refuses(sentence: Sentence) -> bool:
    """Whether the sentence says no in few words and without conditions.

    An unknown word after a verb may be the thing that is really declined: "I never refuse cake".
    """
    agrees = sentence.has(*POSITIVE) or _hesitates(sentence)
    clause = sentence.clause_with(*NEGATIVE)
    return (
        not agrees
        and is_near(sentence)
        and begins(sentence, *NEGATIVE)
        and _is_plain_no(sentence)
        and not _declines_another(clause)
        and (clause.is_whole(*NEGATIVE) or not sentence.has(Sign.STORY))
    )


def _declines_another(clause: Sentence) -> bool:
    """Whether an unknown word may be the thing that is declined, rather than the offer."""
    is_verb = clause.has(Wish.DECLINE) or not clause.has(Wish.NO, Wish.UNWILLING)
    return is_verb and clause.unknown > 0


def _is_plain_no(sentence: Sentence) -> bool:
    """Whether the first no is complete; with an unknown word it may mean yes: "no biggie"."""
    for span, after in zip(sentence.spans, [*sentence.spans[1:], None], strict=True):
        if not span.is_harmless:
            is_phrase = Wish.NO not in span.meanings or len(span.words) > 1
            return is_phrase or after is None or after.is_known or span.pauses
    return False


def _is_told(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the sentence says ``wishes`` about other people, or about another time."""
    return sentence.has(*wishes) and sentence.clause_with(*wishes).has(Sign.STORY)


def _hesitates(sentence: Sentence) -> bool:
    """Whether the sentence has a condition or asks; a "but" alone only adds a remark."""
    if sentence.has(Sign.QUESTION):
        return True
    doubts = [each for each in sentence.spans if Sign.DOUBT in each.meanings]
    return sentence.has(Sign.IF) or any(Sign.BUT not in each.meanings for each in doubts)
