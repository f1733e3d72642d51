"""Absences whose days are named: "away until 3 December", "zwei Wochen im Urlaub"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbm.inbox.understanding.intention import Certainty, Intention, ask
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.inbox.vocabulary.days import period_within

VACATIONS = "help vacation"
LONGEST = 20
"""The most words of a sentence with an absence; longer ones tell a story."""
TOO_LONG = timedelta(days=60)
"""Nobody is away for so long: "until 3 November" was last year."""
MONTH_FIRST = "en"
"""The language in which the month may come before the day: "12/20"."""

_AWAY = frozenset({Wish.AWAY, Wish.ELSEWHERE})


def absence(meant: Intention, sentences: Sequence[Sentence], situation: Situation) -> Intention:
    """The question about a vacation if days are named where the help on vacations is the answer.

    In words that would only be passed on, the first day and the last one must be named.
    """
    is_talk = meant.certainty is Certainty.PASS_ON
    if situation.today is None or not (is_talk or meant.command == VACATIONS):
        return meant
    for each in sentences:
        if each.asks or each.has(Sign.HOW, Sign.IF) or len(each.words) > LONGEST:
            continue
        if is_talk and (each.has(Sign.STORY) or _AWAY.isdisjoint(each.together())):
            continue
        month_may_be_first = each.language == MONTH_FIRST
        days = period_within(each.words, situation.today, day_first=not month_may_be_first)
        if days is None or days[1] - days[0] >= TOO_LONG:
            continue
        if days[0] > situation.today or not is_talk:
            return ask(f"vacation {days[0]} {days[1]}", each.line)
    return meant
