"""Questions about contests, understood by their words in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import ON_A_BOARD, Situation
from pbm.inbox.understanding.wishes import Concern, Wish
from pbm.notices.facts.places import Place

LIST, HELP = "contests", "help contests"

LONGEST = 16
"""The most words of a question; longer sentences tell a story."""

_OTHER_MATTERS = (Wish.TEXT, Wish.DAILY, Wish.SETTINGS, Wish.LANGUAGE, Wish.ANALYSIS)


def about_contest(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The answer to a question in reply to a mail about a contest, or about a board of one."""
    if not situation.contest:
        return None
    found = (_answer(each, situation) for each in sentences)
    return next(filter(None, found), None)


def about_own_contest(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The answer to a question of a player in a contest, between games, in reply to no mail."""
    own = situation.own_contests
    if situation.place is not Place.BETWEEN or situation.contest or not own:
        return None
    for each in sentences:
        concern = concern_of(each)
        if concern is not None and concern is not Concern.OWN:
            return answer(command_for(concern, own), each.line)
    return None


def about_any_contest(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The answer to a question of somebody who is in no contest, if nothing else is meant."""
    if situation.place is not Place.BETWEEN:
        return None
    for each in sentences:
        concern = concern_of(each)
        if concern in (Concern.STANDING, Concern.TABLE, Concern.RULES):
            return answer(command_for(concern, ()), each.line)
    return None


def command_for(concern: Concern, shown: Sequence[str]) -> str:
    """The command that answers the question. shown: the commands for contests that may be meant."""
    if len(shown) == 1 and concern is not Concern.RULES:
        return shown[0]
    return HELP if concern in (Concern.RULES, Concern.LEAVING) else LIST


def concern_of(sentence: Sentence) -> Concern | None:
    """The subject of a question about contests, None for another sentence."""
    return next(_concerns(sentence), None)


def _answer(sentence: Sentence, situation: Situation) -> Intention | None:
    on_a_board = situation.place in ON_A_BOARD
    for concern in _concerns(sentence, wants_out=not on_a_board):
        if not (on_a_board and concern is Concern.OWN):
            return answer(command_for(concern, [situation.contest]), sentence.line)
    return None


def _concerns(sentence: Sentence, *, wants_out: bool = False) -> Iterator[Concern]:
    """The questions of a sentence about contests.

    wants_out: whether a wish to leave counts even if it is not a question.
    """
    if len(sentence.words) > LONGEST or sentence.has(*_OTHER_MATTERS):
        return
    for concern in sentence.concerns():
        is_wish = concern is Concern.TABLE or (wants_out and concern is Concern.LEAVING)
        if sentence.asks or is_wish:
            yield concern
