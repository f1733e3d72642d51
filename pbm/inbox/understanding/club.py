"""Wishes of somebody between games: an opponent, a contest, a game to watch, another setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pbm.base.values import replace
from pbm.core.cities import zone_in
from pbm.core.games import example_game
from pbm.core.names import is_userid
from pbm.inbox.understanding.board_words import boards_named
from pbm.inbox.understanding.gates import NEGATIVE
from pbm.inbox.understanding.intention import Intention, answer, ask, do
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.policy import command_for
from pbm.inbox.understanding.sentences import Sentence, is_mended, is_near
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place
from pbm.notices.languages import names_in_all_languages

LONGEST = 24
"""The most words of a sentence that wants another game; longer ones tell a story."""
_SETTINGS, OWN_BOARDS = "help set", "list mine"
_LISTED, CONTESTS = "contests", "help contests"
_ABOUT_RULES = (Sign.HOW, Wish.LEAVE, Wish.UNDO, Wish.TIME, Wish.AWAY, Wish.DRAW, Wish.RATINGS)
_CONTESTS = {Wish.CUP: "cup", Wish.SEASON: "season", Wish.STAIRS: "stairs"}
_ABOUT_GAME = (
    *(Wish.SEEK, Wish.CHALLENGE, Wish.RANDOM, Wish.JOIN),
    *(Sign.COMMON, Sign.BUT, Sign.PLAY, Sign.TO),
)
"""What the words of a wish for a game may mean that says nothing else."""
_WANTING = (Wish.SEEK, Wish.CHALLENGE, Wish.REMATCH, Wish.JOIN)
_ENDING = (Sign.NOT, Sign.TAKEN_BACK, Wish.STOP, Wish.NO_MORE)
_PLAYING = (Place.TURN, Place.WAITING)


def in_the_club(sentence: Sentence, situation: Situation) -> Intention | None:
    """The intention of the sentence; a player's name counts only together with a game's name."""
    shows = Wish.SHOW_AGAIN in sentence.together() and not sentence.has(Wish.WATCH)
    if shows and any(map(situation.is_other, sentence.words)):
        # "Show me my game with bob once more" challenges nobody.
        return answer(OWN_BOARDS, sentence.line)
    if sentence.has(Wish.ZONE):
        return _zone(sentence)
    names_opponent = sentence.has(Wish.CHALLENGE) and not (sentence.asks or _joins(sentence))
    if sentence.has(Wish.CONTESTS, *_CONTESTS) and not names_opponent:
        return _contest(sentence, situation)
    return _watched(sentence, situation) or _opponent(sentence, situation)


def _watched(sentence: Sentence, situation: Situation) -> Intention | None:
    """The question whether to watch the game that is named, or to do so no more; or all games."""
    if not sentence.has(Wish.WATCH) or sentence.has(Sign.HOW):
        return None
    wished = {*sentence.meanings, *sentence.together()}
    ends = not wished.isdisjoint((*_ENDING, *NEGATIVE))
    for number in boards_named(" ".join(sentence.words)):
        game = situation.game_on(str(number))
        if game:
            return ask(f"{game} {'un' if ends else ''}subscribe {number}", sentence.line)
    return None if ends else answer("list", sentence.line)


def amended(sentence: Sentence, situation: Situation) -> Intention | None:
    """The invitation to which the writer said no, for another player or game: "I meant bob"."""
    game, command, *rest = [*situation.dropped.split(), "", ""]
    other = next(filter(situation.is_other, sentence.words), "")
    other_game = _game(sentence, situation)
    if command not in ("challenge", "rematch", "seek"):
        return None
    if other:
        return ask(f"{other_game or game} challenge {other}", sentence.line)
    if other_game in ("", game) or command == "rematch":
        return None
    is_seek = command == "seek"
    line = f"{other_game} seek" if is_seek else situation.challenge(other_game, rest[0])
    return ask(line, sentence.line)


def another_language(
    sentence: Sentence, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """The language of mails that is asked for: "Deutsch bitte". Opponents may say so, too.

    sentences: all of the letter, another of which may name it: "Another language? I'd like Dutch."
    """
    # "Auf Deutsch bitte, ich kann kein Englisch" names another one that is not wanted.
    asking = [each for each in sentence.clauses if not each.has(Sign.NOT)]
    wishing = [each for each in asking if each.has(Wish.LANGUAGE)]
    is_told = situation.place in TALKING
    if not wishing or sentence.has(Sign.HOW, Sign.STORY, Wish.ZONE, Wish.PLAYERS):
        return None
    named = {name for each in (asking if is_told else wishing) for name in _languages_in(each)}
    wanted = named or {
        name for each in sentences if not each.has(Sign.NOT) for name in _languages_in(each)
    }
    if len(wanted) != 1 or not is_near(wishing[0]):
        return None
    return (do if named and not is_told else ask)(f"set lang {wanted.pop()}", sentence.line)


def _languages_in(sentence: Sentence) -> set[str]:
    words = (word for span in sentence.spans for word in span.words)
    return {_languages()[each] for each in words if each in _languages()}


@cache
def _languages() -> Mapping[str, str]:
    """The codes of languages by their names, without case and accents."""
    return {" ".join(plain_words(each)): code for each, code in names_in_all_languages().items()}


def _contest(sentence: Sentence, situation: Situation) -> Intention | None:
    """Enter a contest whose game is named; otherwise list the contests and how to enter them."""
    if sentence.has(Sign.NOT, *NEGATIVE) and not sentence.asks:
        return None
    game = _game(sentence, situation)
    kinds = [kind for wish, kind in _CONTESTS.items() if sentence.has(wish)]
    is_open = sentence.asks or sentence.has(Sign.HOW, Sign.DOUBT)
    if game and len(kinds) == 1 and _joins(sentence) and not is_open:
        return (do if sentence.has(Wish.JOIN) else ask)(f"{game} {kinds[0]} join", sentence.line)
    is_about_rules = sentence.has(*_ABOUT_RULES) and not _joins(sentence)
    told = CONTESTS if is_about_rules else command_for(["contest"], situation) or _LISTED
    return answer(told, sentence.line) if is_near(sentence) else None


def _joins(sentence: Sentence) -> bool:
    """Whether the writer wants to enter a contest, in a phrase or in words in any order."""
    return sentence.has(Wish.JOIN) or Wish.JOIN in sentence.together()


def _zone(sentence: Sentence) -> Intention | None:
    """The zone of the city where the writer lives, or the refusal that says how to write one."""
    said = (span for span in sentence.spans[sentence.at(Wish.ZONE) + 1 :] if not span.is_harmless)
    behind = [word for span in said for word in span.words]
    if sentence.has(Sign.STORY, Sign.HOW) or sentence.asks or not behind:
        return answer(_SETTINGS, sentence.line)
    # "Paris" is like a misspelt word of French.
    names = [[*sentence.words[at:]] for at, word in enumerate(sentence.words) if not is_word(word)]
    zone = next(filter(None, map(zone_in, [behind, *names])), "")
    if zone:
        return ask(f"set timezone {zone}", sentence.line)
    return do(f"set timezone {(names or [behind])[0][0]}", sentence.line)


def _opponent(sentence: Sentence, situation: Situation) -> Intention | None:
    """An invitation or a seek; the list of players if the opponent is named, but not by userid."""
    whole, sentence = sentence, _about_one_game(sentence, situation)
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
        plain &= sentence is whole
        return (do if plain else ask)(situation.challenge(game, other), sentence.line)
    nobody = _nobody(sentence, situation)
    # Nothing is done: the refusal says that nobody is called so.
    unknown = do(f"{game} challenge {nobody}", sentence.line) if nobody else None
    return unknown or _seek(sentence, game, others)


def _about_one_game(sentence: Sentence, situation: Situation) -> Sentence:
    """The sentence without the words of other games: "Oware with a program, and Hex with bob".

    What is left names the opponent, if one is named.
    """
    spans = sentence.spans
    named = [at for at, each in enumerate(spans) if any(map(situation.game_named, each.words))]
    if len(named) < 2:
        return sentence
    ends = zip(named, [*named[1:], len(spans)], strict=True)
    parts = [spans[at:end] for at, end in ends]
    other = (each for each in parts if any(situation.is_other(w) for s in each for w in s.words))
    part = next(other, parts[0])
    words = tuple(word for span in part for word in span.words)
    wishing = tuple(each for each in spans if each.has(Wish.CHALLENGE, Wish.SEEK))
    return replace(sentence, spans=(*wishing, *part), words=words)


def _nobody(sentence: Sentence, situation: Situation) -> str:
    """The name after a word such as "against" if no player here has it; "" otherwise."""
    if sentence.has(Sign.NOT):
        return ""
    behind = sentence.spans[sentence.at(Sign.AGAINST) + 1 :]
    name = behind[0].words[0] if behind and not behind[0].is_known else ""
    is_somebody = situation.is_player(name) or situation.program(name) if name else True
    return "" if is_somebody or not is_userid(name) else name


def _seek(sentence: Sentence, game: str, others: int) -> Intention | None:
    """An open seek. others: the number of words that are not about a game or an opponent."""
    if not sentence.has(Wish.SEEK):
        return None
    is_plain = others == len((game,)) and not sentence.has(Wish.RANDOM, Sign.THEM, Sign.AGAINST)
    return (do if is_plain else ask)(f"{game} seek", sentence.line)


def _game(sentence: Sentence, situation: Situation) -> str:
    return next(filter(None, map(situation.game_named, sentence.words)), "")


def another_game(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A game against a program, or another game than that of the mail that is answered."""
    told = [each for each in sentences if _may_want_game(each)]
    names = list(dict.fromkeys(name for each in told for name in _not_denied(each, situation)))
    wanting = [each for each in told if each.has(*_WANTING) or _names_program(each)]
    if len(names) > 1 or not wanting:
        return None
    game = names[0] if names else ""
    opponent = _opponent_for(told, game, situation)
    usual = situation.game.name if situation.game else example_game()
    return ask(situation.challenge(game or usual, opponent), wanting[0].line) if opponent else None


def _may_want_game(sentence: Sentence) -> bool:
    """Whether the writer may ask for a game; "against" is also a word of stories in French."""
    is_told = sentence.has(Sign.STORY) and Wish.CHALLENGE not in sentence.together()
    return not (is_told or sentence.has(Sign.HOW)) and len(sentence.words) <= LONGEST


def _names_program(sentence: Sentence) -> bool:
    """Whether the sentence wants a program of some strength, rather than to know of one."""
    return sentence.has(Wish.STRONGEST, Wish.WEAKEST) and not (
        sentence.asks or sentence.has(Sign.NOT)
    )


def _opponent_for(told: Sequence[Sentence], game: str, situation: Situation) -> str:
    """The opponent for another game, "" if the sentences may be about the game being played."""
    words = [word for each in told for word in each.words]
    is_between = situation.place is Place.BETWEEN
    is_another = game not in ("", situation.game.name if situation.game else "")
    other = next(filter(situation.is_other, words), "")
    refused = situation.dropped.split()[:1]
    is_answer = bool(refused) and game not in ("", *refused)
    if is_between and other and not is_answer:
        return ""
    named = other or next(filter(None, map(situation.program, words)), "")
    if named and (is_between or is_another):
        return named
    is_over = situation.place is Place.OVER
    if not (is_between or (is_over and situation.plays_program) or is_another):
        return ""
    wished = {wish for each in told for wish in (*each.meanings, *each.together())}
    if situation.levels and not wished.isdisjoint((Wish.STRONGEST, Wish.WEAKEST)):
        return situation.levels[-1 if Wish.STRONGEST in wished else 0]
    if is_another and (is_over or (situation.plays_program and situation.place in _PLAYING)):
        return situation.opponent
    is_wanted = any(Wish.MACHINE in each.together() and not each.asks for each in told)
    return situation.program("") if is_between and is_wanted else ""


def _not_denied(sentence: Sentence, situation: Situation) -> Iterator[str]:
    """The games that the sentence names, without those that it rules out: "no more gyges"."""
    denies = False
    for span in sentence.spans:
        is_denial = Sign.NOT in span.meanings and not span.pauses
        denies = is_denial or (denies and Sign.BUT not in span.meanings)
        if not denies:
            yield from filter(None, map(situation.game_named, span.words))
        denies = denies and not span.pauses
