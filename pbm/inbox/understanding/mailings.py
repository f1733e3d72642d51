"""Wishes about mails that come by themselves: "no more puzzles", "turn the reminders off"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.inbox.understanding.intention import Intention, answer, ask, do
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish

LONGEST = 16
"""The most words of a sentence with a wish; longer ones tell a story."""
SHORTEST = 4
"""In so few words a mere "no" is enough: "no puzzles please"."""
FEW = 4
"""With more unknown words than this the wish is asked about."""

REMINDERS, SETTINGS = "help clocks", "help set"
_OPTIONS: Mapping[Wish, str] = {
    Wish.PUZZLES: "puzzle",
    Wish.NEWS: "news",
    Wish.DIGEST: "digest",
    Wish.BROADCASTS: "broadcasts",
    Wish.CALENDAR: "calendar",
}
_ON: Mapping[Wish, str] = {Wish.PUZZLES: "daily", Wish.DIGEST: "daily"}
"""The values of options that are not switched on by "on"."""

_EVERYDAY = frozenset({Wish.NEWS, Wish.CALENDAR})
"""Words of talk: "my calendar is full, I have no more time" is said to a person."""

MAILINGS = (*_OPTIONS, Wish.REMINDERS)


def mailing(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention to get no more of some mails, or to get them; None for others.

    Reminders have no option of their own, but each game has one: the help on clocks names it.
    """
    for each in sentences:
        if len(each.words) > LONGEST:
            continue
        wished = each.together()
        what = next((wish for wish in wished if wish in MAILINGS), None)
        if what is Wish.NEWS and Wish.LIMIT in wished:
            # "Nouvelles" are news, and new: "pas de nouvelles parties".
            continue
        if what is None and situation.solves and Wish.EXERCISES in wished:
            what = Wish.PUZZLES
        is_story = what is not None and _is_told(situation) and each.has(Sign.STORY)
        is_talk = is_story or (_is_told(situation) and _is_everyday(each, what))
        value = _value(each, what) if what and not is_talk else ""
        if what and value:
            return _intention(each, what, value, situation)
    return None


def _is_everyday(sentence: Sentence, what: Wish | None) -> bool:
    """Whether the words may be talk, as no verb says that something is to end or to begin."""
    return what in _EVERYDAY and not _has_verb(sentence)


def _has_verb(sentence: Sentence) -> bool:
    """Whether a verb says that something is to end or to begin."""
    return not {Wish.STOP, Wish.START}.isdisjoint(sentence.together())


def _value(sentence: Sentence, what: Wish) -> str:
    """The value of the option that the sentence asks for, "" if it asks for none."""
    wished = sentence.together()
    denies = Wish.NO_MORE in wished and not sentence.asks
    is_short = len(sentence.words) <= SHORTEST and not sentence.asks
    if Wish.STOP in wished or denies or (is_short and sentence.has(Sign.NOT)):
        return "off"
    return _ON.get(what, "on") if Wish.START in wished else ""


def _intention(sentence: Sentence, what: Wish, value: str, situation: Situation) -> Intention:
    if what is Wish.REMINDERS:
        return answer(REMINDERS, sentence.line)
    has_verb = _has_verb(sentence)
    # "Please do not stop the puzzles".
    is_reversed = has_verb and sentence.has(Sign.NOT)
    if sentence.has(Sign.HOW) or (is_reversed and Wish.NO_MORE not in sentence.together()):
        return answer(SETTINGS, sentence.line)
    # "Plus de" is "no more" and "more" in French.
    is_plain = has_verb or sentence.has(Sign.NOT, Wish.NO, Wish.UNWILLING)
    is_certain = is_plain and sentence.unknown <= FEW and not sentence.has(Sign.DOUBT)
    command = f"set {_OPTIONS[what]} {value}"
    return (do if is_certain and not _is_told(situation) else ask)(command, sentence.line)


def _is_told(situation: Situation) -> bool:
    """Whether the words may be for a person at the board."""
    return situation.place in TALKING and not situation.plays_program
