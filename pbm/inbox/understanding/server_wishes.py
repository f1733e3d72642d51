"""Wishes for the server whichever mail is answered: to leave, other pictures, another game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbm.core.games import example_game
from pbm.inbox.understanding.answers import is_near
from pbm.inbox.understanding.club_questions import LEAVING, PROGRAMS, club_question
from pbm.inbox.understanding.contests import LIST as CONTESTS
from pbm.inbox.understanding.intention import Intention, answer, ask, do
from pbm.inbox.understanding.lexicon import words_about
from pbm.inbox.understanding.mailings import MAILINGS, mailing
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.puzzling import PUZZLES
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 24
"""The most words of a sentence with a wish; longer sentences tell a story."""

SIGNOFF = "signoff"
DAILY, DAILY_PUZZLE = "set digest daily", "set puzzle daily"
SETTINGS = "help set"
FRIENDS = "help friends"
LOOKS: Mapping[Wish, str] = {
    Wish.TURNED: "set board turned",
    Wish.TEXT: "set mail text",
    Wish.PICTURES: "set mail pictures",
}
"""The commands for wishes about how mails and boards look."""

_SET = "set "

_NOT_LOOKS = (Sign.HOW, Sign.STORY, Sign.IF, Sign.TAKEN_BACK)
_NOT_LEAVING = (Sign.HOW, Sign.NOT, Sign.DOUBT)
_PLAYING = (Place.TURN, Place.WAITING)
_WANTING = (Wish.SEEK, Wish.CHALLENGE, Wish.REMATCH, Wish.JOIN)


def server_wish(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention to leave, to change how mails look, to solve a puzzle, or to begin another
    game, or a question about the club; None for others.
    """
    return (
        _leaving(sentences, Wish.FAREWELL)
        or _fewer_mails(sentences, situation)
        or _looks(sentences)
        or club_question(sentences, situation)
        or _leaving(sentences, Wish.SILENCE)
        or _puzzle(sentences, situation)
        or _contests(sentences, situation)
        or _friend(sentences, situation)
        or _other_start(sentences, situation)
        or _other_game(sentences, situation)
    )


def may_be_about_mails(line: str) -> bool:
    """Whether the line may hold a wish about mails; most lines, which do not, are not read."""
    return not words_about(*LOOKS, *MAILINGS).isdisjoint(plain_words(line))


def change_of_mails(sentences: Sequence[Sentence], situation: Situation) -> str:
    """The command for a wish about mails that is certainly none for the other player, else ""."""
    told = [each for each in sentences if not each.has(Sign.STORY, Sign.HOW)]
    meant = mailing(told, situation) or _looks(told)
    return meant.command if meant and meant.command.startswith(_SET) else ""


def invited_friend(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The help on how somebody becomes a player, if an address is given to be invited.

    No other opponent is ever proposed in their place.
    """
    if situation.place is Place.INVITED or situation.offer is not None:
        return None
    if any(situation.is_other(word) for each in sentences for word in each.words):
        return None
    wanting = (each for each in sentences if _invites(each))
    first = next(wanting, None)
    return answer(FRIENDS, first.line) if first else None


def _invites(sentence: Sentence) -> bool:
    return sentence.has(Wish.CHALLENGE, Wish.SEEK) or Wish.FRIEND in sentence.together()


def _leaving(sentences: Sequence[Sentence], wish: Wish) -> Intention | None:
    """The question about leaving, or the help on it, which outweigh words for resigning."""
    for each in _told_by_writer(sentences):
        if wish in each.together():
            is_clear = wish is Wish.FAREWELL and not (each.asks or each.has(*_NOT_LEAVING))
            return ask(SIGNOFF, each.line) if is_clear else answer(LEAVING, each.line)
    return None


def _fewer_mails(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """One mail a day, for somebody who gets too many."""
    for each in _told_by_writer(sentences):
        if each.has(Wish.DAILY) and not each.has(Sign.HOW):
            is_plain = is_near(each) and situation.place not in TALKING
            return (do if is_plain else ask)(DAILY, each.line)
    return None


def _looks(sentences: Sequence[Sentence]) -> Intention | None:
    """Other mails or boards. A plain wish changes them: nobody else sees it, or is harmed."""
    for each in (each for each in sentences if len(each.words) <= LONGEST):
        # In some languages, "mail" is a word of stories: only a phrase counts beside it.
        together = () if each.has(Sign.STORY) else each.together()
        named = each.meanings.union(together)
        wanted = [wish for wish in LOOKS if each.has(wish)]
        wanted = wanted or [wish for wish in LOOKS if wish in together]
        if Wish.SIZE in named or len({*wanted} - {Wish.TURNED}) > 1:
            return answer(SETTINGS, each.line)
        if wanted:
            # "I can't read this, please give me the pictures back".
            denied = () if wanted[0] is Wish.TEXT else (Sign.NOT, Wish.NO, Wish.UNWILLING)
            is_plain = each.has(*wanted) and is_near(each) and not each.has(*_NOT_LOOKS)
            is_plain = is_plain and not each.clause_with(wanted[0]).has(*denied)
            return (do if is_plain else ask)(LOOKS[wanted[0]], each.line)
    return None


def _puzzle(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A puzzle or, for a question about puzzles, the help on them."""
    is_told = situation.place in TALKING and not situation.plays_program
    for each in _told_by_writer(sentences):
        wanted = each.together()
        # A number is that of a puzzle, or a part of its answer.
        is_answer = any(any(map(str.isdigit, word)) for word in each.words)
        is_named = Wish.PUZZLE in wanted and not (is_answer or _is_denied(each))
        is_for_writer = Wish.PUZZLE_FOR_ME in wanted and not each.has(Sign.HOW)
        if is_named and not is_for_writer and (is_told or each.has(Sign.HOW)):
            return answer(PUZZLES, each.line) if each.asks else None
        if is_named and Wish.DAILY_PUZZLE in wanted:
            return do(DAILY_PUZZLE, each.line)
        if is_named:
            # The game may be named in the next sentence: "any puzzles? I'd like one of gyges."
            games = (game for one in (each, *sentences) for game in _games(one, situation))
            game = next(games, "")
            return answer(f"{game} puzzle".strip(), each.line)
    return None


def _is_denied(sentence: Sentence) -> bool:
    """Whether a "not" is not behind the puzzle and a comma: "a puzzle please, not too hard"."""
    puzzles, named = words_about(Wish.PUZZLE), False
    for clause in sentence.clauses:
        if clause.has(Sign.NOT):
            return not named
        named = named or any(not puzzles.isdisjoint(span.words) for span in clause.spans)
    return False


def _contests(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The list of contests, with how to enter one, in reply to a mail about a board.

    ``club.py`` reads such wishes of somebody between games.
    """
    if situation.place not in TALKING:
        return None
    for each in _told_by_writer(sentences):
        wanted = each.together()
        asks = Wish.CONTESTS in wanted and each.asks
        if asks or (Wish.JOIN in wanted and not each.has(Sign.NOT)):
            return answer(CONTESTS, each.line)
    return None


def _friend(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The help on how somebody else becomes a player; on a board, only for who asks how.

    Who has to answer an invitation or a proposal may say so beside the answer.
    """
    is_to_answer = situation.place is Place.INVITED or situation.offer is not None
    for each in () if is_to_answer else sentences:
        if len(each.words) > LONGEST or Wish.FRIEND not in each.together():
            continue
        is_talk = situation.place in TALKING and not situation.plays_program
        is_told = is_talk and not (each.asks and each.has(Sign.HOW))
        if not (is_told or any(map(situation.is_other, each.words))):
            return answer(FRIENDS, each.line)
    return None


def _other_start(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A game with all pieces on the board, for a player who does not want to place them."""
    if situation.game is None or situation.place not in _PLAYING or not situation.opponent:
        return None
    for each in _told_by_writer(sentences):
        if Wish.RANDOM in each.together() and (each.asks or not each.has(Sign.NOT)):
            game = situation.game.name
            return ask(f"{game} challenge {situation.opponent} -random", each.line)
    return None


def _other_game(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A game against a player who is named, or against a program.

    A game that is named outweighs the game of the mail that is answered.
    """
    told = [each for each in sentences if _may_want_game(each)]
    names = list(dict.fromkeys(name for each in told for name in _games(each, situation)))
    if len(names) > 1:
        return None
    by_strength = _by_strength(told, names, situation)
    wanting = [each for each in told if each.has(*_WANTING)]
    if by_strength or not wanting:
        return by_strength
    game = names[0] if names else ""
    opponent = _opponent(told, game, situation)
    if not opponent:
        return None
    named = next((each for each in told if game in _games(each, situation)), wanting[0])
    usual = situation.game.name if situation.game and not game else example_game()
    return ask(situation.challenge(game or usual, opponent), named.line)


def _by_strength(
    told: Sequence[Sentence], names: Sequence[str], situation: Situation
) -> Intention | None:
    """A game against the strongest or the weakest program, or the list for a question."""
    is_over = situation.place is Place.OVER and situation.plays_program
    other = next((each for each in told if is_over and _names_program(each, Wish.LEVEL)), None)
    if other is not None:
        return answer(PROGRAMS, other.line)
    wished = [each for each in told if _names_program(each, Wish.STRONGEST, Wish.WEAKEST)]
    if not wished or not situation.levels or not (is_over or situation.place is Place.BETWEEN):
        return None
    first = wished[0]
    if first.has(Sign.NOT) or (first.has(Wish.STRONGEST) and first.has(Wish.WEAKEST)):
        return None
    if first.asks and not first.has(*_WANTING):
        return answer(PROGRAMS, first.line)
    level = situation.levels[-1 if first.has(Wish.STRONGEST) else 0]
    program = next((each for each in first.words if each in situation.levels), level)
    usual = situation.game.name if situation.game else example_game()
    return ask(situation.challenge(names[0] if names else usual, program), first.line)


def _names_program(sentence: Sentence, *strengths: Wish) -> bool:
    """Whether the sentence is about a program of one of these strengths."""
    if not sentence.has(*strengths):
        return False
    wants = sentence.has(Wish.CHALLENGE, Wish.SEEK, Sign.AGAINST)
    is_program = wants or Wish.MACHINE in sentence.together()
    return is_program or (Wish.LEVEL not in strengths and _is_opponent(sentence, *strengths))


def _is_opponent(sentence: Sentence, *strengths: Wish) -> bool:
    """Whether the sentence says nothing but "an easy opponent": no person is known to be one."""
    return sentence.is_whole(*strengths, Sign.COMMON)


def _may_want_game(sentence: Sentence) -> bool:
    """Whether the writer may ask for a game; "against" is also a word of stories in French."""
    is_told = sentence.has(Sign.STORY) and Wish.CHALLENGE not in sentence.together()
    return not (is_told or sentence.has(Sign.HOW)) and len(sentence.words) <= LONGEST


def _opponent(told: Sequence[Sentence], game: str, situation: Situation) -> str:
    """The opponent for another game, "" if the sentences may be about the game being played."""
    words = [word for each in told for word in each.words]
    again = situation.opponent if _names_again(words, situation) else ""
    other = again or next(filter(situation.is_other, words), "")
    program = other or next(filter(None, map(situation.program, words)), "")
    describes = any(Wish.MACHINE in each.together() and not each.asks for each in told)
    program = program or (situation.program("") if describes else "")
    if situation.place is Place.BETWEEN:
        is_answer = game not in ("", *situation.dropped.split()[:1]) and bool(situation.dropped)
        return program if is_answer or not other else ""
    is_another = game not in ("", situation.game.name if situation.game else "")
    if situation.place is Place.OVER:
        other_program = program if situation.plays_program and program != again else ""
        return (program or situation.opponent) if is_another else other_program
    is_talk = situation.place not in _PLAYING or not situation.plays_program
    return program if is_another and not is_talk else ""


def _names_again(words: Sequence[str], situation: Situation) -> bool:
    """Whether the program of the board is named, perhaps without its level: "owl" for owl-1."""
    names = {situation.opponent, situation.opponent.rpartition("-")[0]}
    return situation.plays_program and not names.isdisjoint(words)


def _told_by_writer(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    return (each for each in sentences if len(each.words) <= LONGEST and not each.has(Sign.STORY))


def _games(sentence: Sentence, situation: Situation) -> Iterator[str]:
    """The games that the sentence names, without those that it rules out: "no more gyges"."""
    denies = False
    for span in sentence.spans:
        denies = _denies(span) or (denies and Sign.BUT not in span.meanings)
        if not denies:
            yield from filter(None, map(situation.game_named, span.words))
        denies = denies and not span.pauses


def _denies(span: Span) -> bool:
    return Sign.NOT in span.meanings and not span.pauses
