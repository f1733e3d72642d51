"""Wishes of somebody between games: an opponent, a contest, a game to watch, another setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pbm.core.cities import zone_in, zone_of_speakers
from pbm.core.games import example_game
from pbm.core.names import is_userid
from pbm.inbox.understanding.answers import NEGATIVE, is_mended, is_near
from pbm.inbox.understanding.contests import HELP, LIST, command_for, concern_of
from pbm.inbox.understanding.intention import Intention, answer, ask, do
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.questions import OWN_BOARDS, asks_to_be_shown
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.languages import names_in_all_languages

MANY = 4
"""With more unknown words beside the name of a contest, it is not asked for."""
_SETTINGS = "help set"
_RULES_OF_CONTESTS = (
    Sign.HOW,
    Wish.LEAVE,
    Wish.UNDO,
    Wish.TIME,
    Wish.AWAY,
    Wish.DRAW,
    Wish.RATINGS,
)
_CONTESTS = {Wish.CUP: "cup", Wish.SEASON: "season", Wish.STAIRS: "stairs"}
_RANDOM = "-random"
_PLAYERS = "users"
_ABOUT_GAME = (
    *(Wish.SEEK, Wish.CHALLENGE, Wish.RANDOM, Wish.JOIN),
    *(Sign.COMMON, Sign.BUT, Sign.PLAY, Sign.TO),
)
"""What the words of a wish for a game may mean that says nothing else."""
_FINDING_OPPONENTS = ("challenge", "rematch", "seek")


def in_the_club(sentence: Sentence, situation: Situation) -> Intention | None:
    """The intention of the sentence; a player's name counts only together with a game's name."""
    if asks_to_be_shown(sentence) and any(map(situation.is_other, sentence.words)):
        # "Show me my game with bob once more" challenges nobody.
        return answer(OWN_BOARDS, sentence.line)
    if situation.sought and sentence.has(Sign.TAKEN_BACK):
        return ask(f"{situation.sought} seek 0", sentence.line)
    if sentence.has(Wish.ZONE):
        return _zone(sentence)
    names_opponent = sentence.has(Wish.CHALLENGE) and not (sentence.asks or _joins(sentence))
    if sentence.has(Wish.CONTESTS, *_CONTESTS) and not names_opponent:
        return _contest(sentence, situation)
    if sentence.has(Wish.WATCH) and not sentence.has(Sign.NOT, Sign.HOW, *NEGATIVE):
        return _watching(sentence, situation)
    return _opponent(sentence, situation)


def amended(sentence: Sentence, situation: Situation) -> Intention | None:
    """The invitation to which the writer said no, changed as they want it."""
    game, command, *rest = [*situation.dropped.split(), "", ""]
    if command not in _FINDING_OPPONENTS:
        return None
    other_game = _game(sentence, situation)
    is_other_game = other_game not in ("", game) and command != "rematch"
    if is_other_game and not any(map(situation.is_other, sentence.words)):
        is_seek = command == "seek"
        line = f"{other_game} seek" if is_seek else situation.challenge(other_game, rest[0])
        return ask(line, sentence.line)
    options = [each for each in rest if each.startswith("-")]
    other = next(filter(situation.is_other, sentence.words), "")
    if other:
        return ask(" ".join([game, "challenge", other, *options]), sentence.line)
    if sentence.has(Wish.RANDOM) and command != "rematch":
        return ask(f"{situation.dropped} -random", sentence.line)
    return None


def with_all_said(
    meant: Intention, sentences: Sequence[Sentence], situation: Situation
) -> Intention:
    """The wish for an opponent with what other sentences say of it.

    Whether the pieces are placed by lot: "I'd like to play bob. Please place them at random." Who
    "they" are, if only one other player is named.
    """
    others = {word for each in sentences for word in each.words if situation.is_other(word)}
    if meant.command == _PLAYERS and len(others) == 1:
        game = next(filter(None, (_game(each, situation) for each in sentences)), "")
        wants = any(each.has(Wish.CHALLENGE, Wish.SEEK) for each in sentences)
        if not (game and wants):
            return meant
        meant = ask(situation.challenge(game, others.pop()), meant.line)
    _, command, *_ = [*meant.command.split(), "", ""]
    drawn = any(each.has(Wish.RANDOM) or Wish.RANDOM in each.together() for each in sentences)
    if command not in ("challenge", "seek") or not drawn or _RANDOM in meant.command:
        return meant
    return ask(f"{meant.command} {_RANDOM}", meant.line)


def another_language(
    sentence: Sentence, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """The language of mails that is asked for: "Deutsch bitte". Opponents may say so, too.

    sentences: all of the letter, another of which may name it: "Another language? I'd like Dutch."
    """
    # "Auf Deutsch bitte, ich kann kein Englisch" names another one that is not wanted.
    asking = [each for each in sentence.clauses if not each.has(Sign.NOT)]
    is_wanted = any(each.has(Wish.LANGUAGE) for each in asking)
    if not is_wanted or sentence.has(Sign.HOW, Sign.STORY, Wish.ZONE, Wish.PLAYERS):
        return None
    named = {name for each in asking for name in _languages_in(each)}
    wanted = named or {
        name for each in sentences if not each.has(Sign.NOT) for name in _languages_in(each)
    }
    if len(wanted) != 1 or not is_near(sentence):
        return None
    is_certain = named and situation.place not in TALKING
    return (do if is_certain else ask)(f"set lang {wanted.pop()}", sentence.line)


def _languages_in(sentence: Sentence) -> set[str]:
    words = (word for span in sentence.spans for word in span.words)
    return {_languages()[each] for each in words if each in _languages()}


@cache
def _languages() -> Mapping[str, str]:
    """The codes of languages by their names, without case and accents."""
    return {" ".join(plain_words(each)): code for each, code in names_in_all_languages().items()}


def _contest(sentence: Sentence, situation: Situation) -> Intention | None:
    """Enter a contest whose game is named; otherwise list the contests and how to enter them."""
    is_unwanted = sentence.has(Sign.NOT, *NEGATIVE) and not sentence.asks
    if sentence.unknown > MANY or is_unwanted:
        return None
    game = _game(sentence, situation)
    kinds = [kind for wish, kind in _CONTESTS.items() if sentence.has(wish)]
    concern = None if _joins(sentence) else concern_of(sentence)
    if concern is not None:
        return answer(command_for(concern, _shown(game, kinds, situation)), sentence.line)
    if sentence.has(*_RULES_OF_CONTESTS) and not _joins(sentence):
        return answer(HELP, sentence.line)
    is_wanted = _joins(sentence) and not sentence.asks
    if game and len(kinds) == 1 and is_wanted and not sentence.has(Sign.HOW, Sign.DOUBT):
        return (do if sentence.has(Wish.JOIN) else ask)(f"{game} {kinds[0]} join", sentence.line)
    return answer(LIST, sentence.line)


def _joins(sentence: Sentence) -> bool:
    """Whether the writer wants to enter a contest, in a phrase or in words in any order."""
    return sentence.has(Wish.JOIN) or Wish.JOIN in sentence.together()


def _shown(game: str, kinds: Sequence[str], situation: Situation) -> Sequence[str]:
    """The commands that show the contests that are named, the writer's own if no game is."""
    if game:
        return [f"{game} {kind}" for kind in kinds]
    own = situation.own_contests
    return [each for each in own if not kinds or each.split()[1] in kinds]


def _zone(sentence: Sentence) -> Intention | None:
    """The zone of the city where the writer lives, or the refusal that says how to write one.

    "Dutch time" is the time of the country where most people speak the language.
    """
    spoken = zone_of_speakers(sentence.words, _languages())
    if spoken and not sentence.has(Sign.STORY, Sign.HOW, Sign.NOT):
        return ask(f"set timezone {spoken}", sentence.line)
    said = (span for span in sentence.spans[sentence.at(Wish.ZONE) + 1 :] if not span.is_harmless)
    behind = [word for span in said for word in span.words]
    if sentence.has(Sign.STORY, Sign.HOW) or sentence.asks or not behind:
        return answer(_SETTINGS, sentence.line)
    zone = zone_in(behind)
    if zone:
        return ask(f"set timezone {zone}", sentence.line)
    return do(f"set timezone {behind[0]}", sentence.line)


def _watching(sentence: Sentence, situation: Situation) -> Intention:
    """Watch the board whose number is written; otherwise the list of boards."""
    numbers = filter(str.isdecimal, sentence.words)
    found = [(situation.game_on(each), each) for each in numbers]
    if len(found) == 1 and found[0][0]:
        game, board = found[0]
        return do(f"{game} subscribe {board}", sentence.line)
    return answer("list", sentence.line)


def _opponent(sentence: Sentence, situation: Situation) -> Intention | None:
    """An invitation or a seek; the list of players if the opponent is named, but not by userid."""
    game = _game(sentence, situation)
    other = next(filter(situation.is_other, sentence.words), "")
    if not (game or other) or sentence.has(Sign.HOW):
        return None
    if not game:
        wants = sentence.has(Wish.CHALLENGE, Wish.SEEK) and is_near(sentence)
        return ask(f"{example_game()} challenge {other}", sentence.line) if wants else None
    others = len(sentence.beside(*_ABOUT_GAME))
    if other and sentence.has(Wish.CHALLENGE, Wish.SEEK):
        plain = others == len((game, other)) and not sentence.asks and not is_mended(sentence)
        command = situation.challenge(game, other)
        drawn = sentence.has(Wish.RANDOM) and _RANDOM not in command
        option = f" {_RANDOM}" if drawn else ""
        return (do if plain else ask)(f"{command}{option}", sentence.line)
    return _unnamed(sentence, game, situation) or _seek(sentence, game, others)


def _unnamed(sentence: Sentence, game: str, situation: Situation) -> Intention | None:
    """The answer to somebody who wants to play against a person that is not known here."""
    nobody = _nobody(sentence, situation)
    if nobody and not any(map(_tells, sentence.spans)):
        # Nothing is done: the refusal says that nobody is called so.
        return do(f"{game} challenge {nobody}", sentence.line)
    is_wanted = sentence.has(Sign.THEM) and sentence.has(Wish.CHALLENGE, Wish.SEEK)
    return answer(_PLAYERS, sentence.line) if is_wanted else None


def _seek(sentence: Sentence, game: str, others: int) -> Intention | None:
    """An open seek. others: the number of words that are not about a game or an opponent."""
    if not sentence.has(Wish.SEEK):
        return None
    is_plain = others == len((game,)) and not sentence.has(Wish.RANDOM)
    return (do if is_plain else ask)(f"{game} seek", sentence.line)


def _nobody(sentence: Sentence, situation: Situation) -> str:
    """The name after a word such as "against" if no player here has it; "" otherwise."""
    behind = sentence.spans[sentence.at(Sign.AGAINST) + 1 :]
    name = behind[0].words[0] if behind and not behind[0].is_known else ""
    is_somebody = situation.is_player(name) or situation.program(name) if name else True
    return "" if is_somebody or not is_userid(name) else name


def _tells(span: Span) -> bool:
    """Whether the words are about another time or people; "against" may be such a word, too."""
    return span.has(Sign.NOT, Sign.STORY) and Sign.AGAINST not in span.meanings


def _game(sentence: Sentence, situation: Situation) -> str:
    return next(filter(None, map(situation.game_named, sentence.words)), "")
