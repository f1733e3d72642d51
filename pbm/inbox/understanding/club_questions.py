"""Questions about the club: its programs, who runs it, how to leave it, what it keeps of a player."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.places import Place
from pbm.inbox.understanding.answers import is_near
from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.newcomers import ABOUT
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish

LONGEST = 16
"""The most words of a question; a longer sentence tells a story."""

PROGRAMS = "programs"
LEAVING = "help signoff"
DATA, HELP_DATA = "data", "help data"

_GAMES = (Wish.CHALLENGE, Wish.SEEK, Wish.REMATCH, Wish.JOIN)
"""Wishes that name a program as an opponent, rather than ask about it."""


def club_question(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The answer to the first sentence that asks about the club; None if there is none."""
    short = (each for each in sentences if len(each.words) <= LONGEST)
    found = ((_answer(each, situation), each.line) for each in short)
    return next((answer(command, line) for command, line in found if command), None)


def _answer(sentence: Sentence, situation: Situation) -> str:
    """The command that answers the sentence, "" for none."""
    if _asks_about_programs(sentence, situation):
        # "They", elsewhere a word of stories, may be the programs.
        return PROGRAMS
    if sentence.has(Sign.STORY):
        return ""
    if sentence.has(Wish.SERVER) and is_near(sentence):
        return ABOUT if sentence.asks or sentence.is_whole(Wish.SERVER) else ""
    named = sentence.together()
    is_between = situation.place is Place.BETWEEN
    if Wish.DATA in named:
        return DATA if is_between else HELP_DATA
    leaves = Wish.SIGN_OFF in named or (Wish.QUIT in named and is_between)
    return LEAVING if leaves and sentence.asks else ""


def _asks_about_programs(sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence asks which programs there are, or how strong one is."""
    named = sentence.together()
    if not sentence.asks or sentence.has(*_GAMES):
        return False
    is_told = situation.place in TALKING and not situation.plays_program
    if Wish.PROGRAMS in named and (is_near(sentence) or not is_told):
        return True
    names_one = any(map(situation.levels.__contains__, sentence.words))
    return Wish.STRENGTH in named and (names_one or situation.plays_program)
