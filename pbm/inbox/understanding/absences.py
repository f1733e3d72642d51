"""Absences whose days are named: "away until 3 December", "zwei Wochen im Urlaub"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from pbm.core.days import day_within, is_goodbye, period_within
from pbm.inbox.understanding.intention import Certainty, Intention, ask
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.talking import chatter
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

Days = tuple[date, date]

_VACATION = "vacation"
VACATIONS, RETURN = "help vacation", "vacation off"
_HELP = ("help", "help clocks")
_MAY_BE_ABSENCE = (Certainty.ANSWER, Certainty.PASS_ON, Certainty.UNCLEAR)
LONGEST = 28
"""The most words of a sentence with an absence; longer ones tell a story."""
TOO_LONG = timedelta(days=60)
"""Nobody is away for so long: "until 3 November" was last year."""


def absence(meant: Intention, sentences: Sequence[Sentence], situation: Situation) -> Intention:
    """The question about a vacation if days are named where the help on vacations is the answer.

    Words to the other player count if they name the absence in a phrase, or both its first and
    last day. A player who is away may also say that they are back.
    """
    if meant.certainty not in _MAY_BE_ABSENCE:
        return meant
    back = next(filter(_says_back, sentences), None) if situation.away else None
    is_told = meant.certainty is Certainty.PASS_ON or (
        meant.certainty is Certainty.UNCLEAR and situation.place is Place.BETWEEN
    )
    # "Can my clock stand still then?" beside the days asks for the vacation, and for no help.
    is_told |= meant.command in _HELP
    if back or (meant.command != VACATIONS and not is_told):
        return ask(RETURN, back.line) if back else meant
    if any(map(_says_goodbye, sentences)):
        return chatter(situation) if meant.command == VACATIONS else meant
    for each in sentences if situation.today else ():
        days = _days(each, situation.today, named=is_told)
        if days is not None:
            return ask(f"vacation {days[0]} {days[1]}", each.line)
    return meant


def other_days(sentence: Sentence, situation: Situation) -> Intention | None:
    """The question about the vacation that was asked about, with other days: "no, from Monday"."""
    asked = situation.dropped.split()
    is_asked = asked[:1] == [_VACATION] and len(asked) == len((_VACATION, "from", "to"))
    if not is_asked or situation.today is None or sentence.asks or len(sentence.words) > LONGEST:
        return None
    old = (date.fromisoformat(asked[1]), date.fromisoformat(asked[2]))
    new = _corrected(sentence, old, situation.today)
    return ask(f"{_VACATION} {new[0]} {new[1]}", sentence.line) if new else None


def _corrected(sentence: Sentence, old: Days, today: date) -> Days | None:
    """The days of a vacation if the sentence names both, or one of them; None for the old days."""
    day_first = not lexicon(sentence.language).month_first
    first, last = old
    words = " ".join(sentence.words).replace("'", " ").split()
    # "Not until Monday" is the beginning; a no before it is the answer to our question.
    denied = (each for each in sentence.spans if Wish.NO not in each.meanings)
    denies = any(Sign.NOT in each.meanings for each in denied) or (
        Sign.NOT in sentence.named() and not sentence.has(Wish.NO)
    )
    # A weekday is one of the vacation; only a date may lie before it.
    days = (
        day_within(words, since, day_first=day_first) for since in dict.fromkeys((first, today))
    )
    named = [day for day in days if day is not None]
    corrected = [(first, day) if is_end and not denies else (day, last) for day, is_end in named]
    both = None if named else period_within(sentence.words, today, day_first=day_first)
    found = (each for each in (*corrected, *filter(None, [both])) if today <= each[0] <= each[1])
    return next((each for each in found if each != old), None)


def _days(sentence: Sentence, today: date | None, *, named: bool) -> Days | None:
    """The first and the last day of an absence; a condition behind their clause changes nothing.

    named: whether the sentence must name the absence.
    """
    if today is None or sentence.asks or len(sentence.words) > LONGEST:
        return None
    for clause in sentence.clauses:
        if clause.has(Sign.HOW, Sign.IF) or (named and _is_doubtful(clause)):
            return None
        words = [word for span in clause.spans for word in span.words]
        days = _period(words, today, sentence.language)
        if days is not None and (clause.has(Wish.AWAY) or not named):
            return days
    days = _period(sentence.words, today, sentence.language)
    wished = (*sentence.meanings, *sentence.together())
    # Who names both days may have any reason to be elsewhere.
    is_away = Wish.AWAY in wished or Wish.ELSEWHERE in wished
    return days if days and is_away and days[0] > today and not sentence.has(Sign.STORY) else None


def _says_goodbye(sentence: Sentence) -> bool:
    """Whether a clause is a mere "until tomorrow", which names no day of an absence."""
    clauses = ([word for span in each.spans for word in span.words] for each in sentence.clauses)
    return any(map(is_goodbye, clauses))


def _period(words: Sequence[str], today: date, language: str) -> Days | None:
    days = period_within(words, today, day_first=not lexicon(language).month_first)
    return days if days and days[1] - days[0] < TOO_LONG else None


def _is_doubtful(clause: Sentence) -> bool:
    """Whether the clause is about other people or a condition; "until" is no doubt."""
    spans = (span.meanings for span in clause.spans if Sign.WHEN not in span.meanings)
    return any(Sign.STORY in each or Sign.DOUBT in each for each in spans)


def _says_back(sentence: Sentence) -> bool:
    in_doubt = sentence.asks or sentence.has(Sign.NOT, Sign.IF, Sign.HOW)
    is_sure = not in_doubt and len(sentence.words) <= LONGEST
    return is_sure and Wish.BACK in sentence.together()
