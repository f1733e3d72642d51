"""Questions about words that our mails use: "what is the ladder?", "Bedenkzeit?"."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.placing import help_on_placing
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Term, Wish
from pbm.notices.facts.places import Place

LONGEST = 9
"""The most words of a question about a word; a longer one asks for more than its meaning."""
LONGEST_ALONE = 3
"""The most words of a question that is nothing but a word of ours and a question mark."""
FEW = 1
"""The most unknown words beside what is asked about: "what is your ladder at home?" is talk."""

_OF_THE_WRITER = (Wish.OWN_RATING, Wish.TURN, Wish.AWAY, Wish.JOIN, Wish.WATCH)
"""Meanings of questions about the writer's own affairs, rather than about a word."""


def term(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The help on a word of our mails, if a sentence asks what it means.

    Beside other sentences it may only follow the answer to an invitation or a proposal.
    """
    is_to_answer = situation.place is Place.INVITED or situation.offer is not None
    for each in sentences if len(sentences) == 1 or not is_to_answer else ():
        may_ask = len(each.words) <= LONGEST and (each.asks or Wish.EXPLAIN in each.together())
        asks_what_exists = Wish.CONTESTS in each.together()
        named = next(each.terms(), None) if may_ask and not asks_what_exists else None
        if named is not None and (_asks_for_meaning(each) or _is_alone(each, named)):
            is_placing = named is Term.PLACING
            command = help_on_placing(situation) if is_placing else f"help {named}"
            return answer(command, each.line)
    return None


def _asks_for_meaning(sentence: Sentence) -> bool:
    is_own = sentence.has(*_OF_THE_WRITER, Sign.STORY)
    return not is_own and Wish.EXPLAIN in sentence.together() and sentence.unknown <= FEW


def _is_alone(sentence: Sentence, named: Term) -> bool:
    """Whether the word is asked about by a question mark alone; who writes "puzzle?" wants one."""
    is_plain = not sentence.has(Sign.QUESTION, Sign.NOT, Sign.STORY) and named is not Term.PUZZLE
    return sentence.asks and is_plain and len(sentence.words) <= LONGEST_ALONE
