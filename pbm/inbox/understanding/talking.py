"""Words that request nothing: they are passed on, or their writer is asked again."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.understanding.intention import UNCLEAR, Intention, pass_on
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

MOST_WORDS_OF_ANSWER = 2
"""A longer yes or no is for the other player, if there is no question that it could answer."""

LONGEST_GREETING = 3


def talk(sentences: Sequence[Sentence], situation: Situation) -> Intention:
    """What to do with words that request nothing: pass them on, or ask the player again."""
    hesitates = any(each.has(Sign.DOUBT, Sign.BUT) and not each.has(Sign.NOT) for each in sentences)
    is_courtesy = all(each.is_harmless for each in sentences)
    if situation.place is Place.INVITED and (hesitates or is_courtesy):
        return UNCLEAR
    only = sentences[0] if len(sentences) == 1 else None
    if only and (_answers_nothing(only) or (situation.offer and _only_greets(only))):
        # With a proposal open, a greeting may be what is left of an answer.
        return UNCLEAR
    return chatter(situation)


def chatter(situation: Situation) -> Intention:
    """What to do with words for the other player: pass them on, if there is one to read them."""
    return pass_on() if situation.place in TALKING else UNCLEAR


def _only_greets(sentence: Sentence) -> bool:
    return sentence.is_greeting and len(sentence.spans) <= LONGEST_GREETING


def _answers_nothing(sentence: Sentence) -> bool:
    """Whether the sentence is a yes or no to a question that is no longer open."""
    is_short = len(sentence.words) <= MOST_WORDS_OF_ANSWER
    is_courtesy = sentence.is_harmless and len(sentence.words) > 1
    is_courtesy |= sentence.has(Sign.GREETING)
    return is_short and not is_courtesy and sentence.is_whole(Wish.YES, Wish.NO, Wish.AGREE)
