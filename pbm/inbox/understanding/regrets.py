"""Regrets right after the writer's own move: "may I take that back? I meant 16-35"."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.understanding.intention import Intention, ask, do
from pbm.inbox.understanding.retraction import is_retracted
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 18
"""The most words of a sentence that asks for a move back; longer ones tell a story."""

UNDO = "undo"
_BESIDE: frozenset[Meaning] = frozenset(
    {Wish.UNDO, Sign.SLIP, Sign.QUESTION, Sign.BLUNDER, Sign.TAKEN_BACK, Sign.TO, Sign.PLAY}
)
"""What may stand in the clause that asks for a move back, besides courtesies and moves."""
_AGAINST = (
    *(Sign.NOT, Sign.STORY, Sign.IF, Sign.HOW, Sign.BUT),
    *(Wish.NO, Wish.UNWILLING, Wish.DECLINE, Wish.RESIGN, Wish.DRAW),
)


def regret(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The proposal to take the move back, if a clause plainly asks for it; None for other words.

    The opponent may say no, so that nothing is lost. A move beside it is what the writer meant to
    play. Other words of regret are read elsewhere, and asked about.
    """
    if situation.place is not Place.WAITING or situation.offer is not None:
        return None
    for at, each in enumerate(sentences):
        if len(each.words) <= LONGEST and any(map(_asks_back, each.clauses)):
            is_doubtful = each.has(Sign.STORY) or is_retracted(sentences[at + 1 :])
            return (ask if is_doubtful else do)(UNDO, each.line)
    return None


def _asks_back(clause: Sentence) -> bool:
    """Whether a clause asks for a move back, and says nothing else."""
    asks = [span for span in clause.spans if Wish.UNDO in span.meanings]
    is_named = any(len(span.words) > 1 or clause.asks for span in asks)
    return is_named and not clause.has(*_AGAINST) and all(map(_belongs, clause.spans))


def _belongs(span: Span) -> bool:
    return bool(span.any_move) or span.is_harmless or not span.meanings.isdisjoint(_BESIDE)
