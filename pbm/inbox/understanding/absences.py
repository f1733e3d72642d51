"""Absences whose days are named: "away until 3 December", "zwei Wochen im Urlaub"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbm.inbox.understanding.intention import Intention, ask
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign
from pbm.inbox.vocabulary.days import period_within

VACATIONS = "help vacation"
LONGEST = 20
"""The most words of a sentence with an absence; longer ones tell a story."""
TOO_LONG = timedelta(days=60)
"""Nobody is away for so long: "until 3 November" was last year."""


def absence(meant: Intention, sentences: Sequence[Sentence], situation: Situation) -> Intention:
    """The question about a vacation if days are named where the help on vacations is the answer."""
    if meant.command != VACATIONS or situation.today is None:
        return meant
    for each in sentences:
        if each.asks or each.has(Sign.HOW, Sign.IF) or len(each.words) > LONGEST:
            continue
        days = period_within(each.words, situation.today)
        if days is not None and days[1] - days[0] < TOO_LONG:
            return ask(f"vacation {days[0]} {days[1]}", each.line)
    return meant
