"""Wishes of somebody between games: an opponent, a contest, a game to watch, another setting."""

from __future__ import annotations

from pbm.inbox.understanding.answers import NEGATIVE, is_mended, is_near
from pbm.inbox.understanding.intention import Intention, answer, ask, do
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish

MANY = 4
"""The most words without a meaning beside the name of a contest that is asked for."""
_LOOKS = {Wish.TEXT: "set mail text", Wish.DAILY: "set digest daily"}
_FINDING_OPPONENTS = ("challenge", "rematch", "seek")


def in_the_club(sentence: Sentence, situation: Situation) -> Intention | None:
    """What the sentence asks for; a player's name counts only beside that of a game."""
    if situation.sought and sentence.has(Sign.TAKEN_BACK):
        return ask(f"{situation.sought} seek 0", sentence.line)
    for wish, command in _LOOKS.items():
        if sentence.has(wish) and not sentence.has(Sign.HOW):
            return (do if is_near(sentence) else ask)(command, sentence.line)
    names_opponent = sentence.has(Wish.CHALLENGE) and not (sentence.asks or sentence.has(Wish.JOIN))
    if sentence.has(Wish.CUP, Wish.CONTESTS) and not names_opponent:
        return _contest(sentence, situation)
    if sentence.has(Wish.WATCH) and not sentence.has(Sign.NOT, Sign.HOW, *NEGATIVE):
        return _watching(sentence, situation)
    return _opponent(sentence, situation)


def amended(sentence: Sentence, situation: Situation) -> Intention | None:
    """The invitation that the writer has said no to, with what they want otherwise."""
    game, command, *rest = [*situation.dropped.split(), "", ""]
    if command not in _FINDING_OPPONENTS:
        return None
    options = [each for each in rest if each.startswith("-")]
    other = next(filter(situation.is_other, sentence.words), "")
    if other:
        return ask(" ".join([game, "challenge", other, *options]), sentence.line)
    if sentence.has(Wish.RANDOM) and command != "rematch":
        return ask(f"{situation.dropped} -random", sentence.line)
    return None


def _contest(sentence: Sentence, situation: Situation) -> Intention | None:
    """Enter a cup whose game is named; otherwise the list of contests, which says how to."""
    is_unwanted = sentence.has(Sign.NOT, *NEGATIVE) and not sentence.asks
    if sentence.unknown > MANY or is_unwanted:
        return None
    game = _game(sentence, situation)
    is_wanted = sentence.has(Wish.CUP) and sentence.has(Wish.JOIN) and not sentence.asks
    if game and is_wanted and not sentence.has(Sign.HOW, Sign.DOUBT):
        return do(f"{game} cup join", sentence.line)
    return answer("contests", sentence.line)


def _watching(sentence: Sentence, situation: Situation) -> Intention:
    """Watch the board whose number is written; otherwise the list of boards."""
    numbers = filter(str.isdecimal, sentence.words)
    found = [(situation.game_on(each), each) for each in numbers]
    if len(found) == 1 and found[0][0]:
        game, board = found[0]
        return do(f"{game} subscribe {board}", sentence.line)
    return answer("list", sentence.line)


def _opponent(sentence: Sentence, situation: Situation) -> Intention | None:
    """An invitation or a seek; who is here, if the other player is not named by their userid."""
    game = _game(sentence, situation)
    if not game or sentence.has(Sign.HOW):
        return None
    other = next(filter(situation.is_other, sentence.words), "")
    others = len(sentence.beside(Wish.SEEK, Wish.CHALLENGE, Wish.RANDOM, Sign.COMMON, Sign.BUT))
    if other and sentence.has(Wish.CHALLENGE, Wish.SEEK):
        plain = others == len((game, other)) and not sentence.asks and not is_mended(sentence)
        option = " -random" if sentence.has(Wish.RANDOM) else ""
        return (do if plain else ask)(f"{game} challenge {other}{option}", sentence.line)
    if sentence.has(Sign.THEM) and sentence.has(Wish.CHALLENGE, Wish.SEEK):
        return answer("users", sentence.line)
    if not sentence.has(Wish.SEEK):
        return None
    is_plain = others == len((game,)) and not sentence.has(Wish.RANDOM)
    return (do if is_plain else ask)(f"{game} seek", sentence.line)


def _game(sentence: Sentence, situation: Situation) -> str:
    return next(filter(None, map(situation.game_named, sentence.words)), "")
