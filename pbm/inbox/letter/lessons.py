"""What words mean that answer a lesson

A move, a question, or a plea for a language. Nothing is at stake, so that all of it is done without
a question, for strangers too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbm.base.values import replace
from pbm.core.games import AnyGame, lesson_of
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import reader_of_moves, situation_of
from pbm.inbox.letter.understood import Understood, called
from pbm.inbox.line.line import LEARN, bare_move
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.newcomers import is_absence, lesson_wanted, wants_hint, wants_to_join
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.reading import understand
from pbm.notices.facts.places import Place
from pbm.notices.help_texts import topic_of

MOST_WORDS, FEWEST_WORDS_ASKED = 8, 3
"""The most words in which a move is looked for that are no sentence about one, and the fewest of a
question.
"""

HINT = "hint"
_HELP, _LANGUAGE = "help", "set lang "


def answers_lesson(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What the lines mean in reply to a lesson; None for anything else."""
    game, is_heard = exchange.context.game, not exchange.is_strangers
    if not (exchange.context.lesson and game and lines and is_heard) or is_absence(lines):
        return None
    other = lesson_wanted(lines, but=game.name)
    # "I want to play Hex with bob" asks for a game.
    names_player = any(map(exchange.context.is_player, plain_words(" ".join(lines))))
    if other and not names_player:
        return called(exchange, Certainty.ANSWER, other)
    number = int(exchange.context.lesson[1])
    if wants_hint(lines):
        return called(exchange, Certainty.ANSWER, f"{LEARN} {topic_of(game)} {number} {HINT}")
    situation = replace(
        situation_of(exchange),
        place=Place.BETWEEN,
        game=game,
        topic=topic_of(game),
        legal=reader_of_moves(game, game.decode(lesson_of(game).tasks[number - 1].position)),
        solves=True,
    )
    command = understand(lines, situation).command
    move = situation.legal(command) or ("" if command else only_move(lines, situation.legal))
    if move:
        return Understood(Certainty.DO, bare_move(move, exchange.context))
    if command.startswith(_LANGUAGE):
        again = called(exchange, Certainty.DO, f"{LEARN} {topic_of(game)} {number}")
        return again and replace(again, language=command.removeprefix(_LANGUAGE))
    if not command and any(map(_is_question, lines)):
        command = _HELP
    meant = _meant(game, number).get(command, command if command.startswith(_HELP) else "")
    joins = exchange.addressee() is None and wants_to_join(lines)
    return called(exchange, Certainty.ANSWER, meant) if meant and not joins else None


def only_move(lines: Sequence[str], legal: Callable[[str], str]) -> str:
    """The only legal move among a few words that ask nothing: "dann eben D, bitte"; "" for none.

    A letter by itself is a move where it is written as a capital.
    """
    words = [each.strip(SENTENCE_MARKS) for each in " ".join(lines).split()]
    if len(words) > MOST_WORDS or any("?" in line for line in lines):
        return ""
    written = (each for each in words if any(map(str.isdigit, each)) or _is_capital(each))
    found = {*filter(None, map(legal, written))}
    return found.pop() if len(found) == 1 else ""


def _is_question(line: str) -> bool:
    return "?" in line and len(line.split()) >= FEWEST_WORDS_ASKED


def _is_capital(word: str) -> bool:
    return len(word) == 1 and word.isupper()


def _meant(game: AnyGame, number: int) -> Mapping[str, str]:
    """What is meant in a lesson by what the words say in reply to a puzzle, or anywhere."""
    about = f"{_HELP} {topic_of(game)}"
    following = min(number + 1, len(lesson_of(game).tasks))
    return {
        **dict.fromkeys((_HELP, f"{_HELP} puzzle", f"{_HELP} tutorial"), about),
        "next": f"{LEARN} {topic_of(game)} {following}",
    }
