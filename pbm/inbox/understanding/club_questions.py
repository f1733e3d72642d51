"""Questions about the club: its programs, who runs it, how to leave it, what it keeps of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.inbox.understanding.answers import is_near
from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.newcomers import ABOUT
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 16
"""The most words of a question; a longer sentence tells a story."""

PROGRAMS = "programs"
LEAVING = "help signoff"
DATA, HELP_DATA = "data", "help data"

_ANYWHERE: Mapping[Wish, str] = {Wish.WHICH_ZONE: "help set", Wish.HIDDEN: "help set"}
_BETWEEN_GAMES: Mapping[Wish, str] = {
    Wish.PASSWORD: "help password",
    Wish.ADDRESS: "help change address",
    Wish.USERID: ABOUT,
    Wish.BLOCK: "help block",
    Wish.LIMIT: "help set",
    Wish.TELL_ME: "help set",
    Wish.ON_CALENDAR: "help set",
    Wish.OLD_GAMES: "history",
    Wish.SLOWER: "help clocks",
}
"""The answers to wishes that each have a command or a setting. On a board most of them may be talk
to the other player."""

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
    between = _between_games(sentence, situation)
    if between or sentence.has(Sign.STORY):
        return between
    if sentence.has(Wish.SERVER) and is_near(sentence):
        return ABOUT if sentence.asks or sentence.is_whole(Wish.SERVER) else ""
    named = sentence.together()
    is_between = situation.place is Place.BETWEEN
    if Wish.DATA in named:
        return DATA if is_between else HELP_DATA
    if sentence.asks and (Wish.SIGN_OFF in named or (Wish.QUIT in named and is_between)):
        return LEAVING
    return next((_ANYWHERE[wish] for wish in named if wish in _ANYWHERE), "")


def _between_games(sentence: Sentence, situation: Situation) -> str:
    """The command for a wish of somebody between games, whose words are for nobody else."""
    if situation.place is not Place.BETWEEN:
        return ""
    named = sentence.together()
    if Wish.UNHEARD in named and any(map(situation.is_other, sentence.words)):
        return _BETWEEN_GAMES[Wish.BLOCK]
    return next((_BETWEEN_GAMES[wish] for wish in named if wish in _BETWEEN_GAMES), "")


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
