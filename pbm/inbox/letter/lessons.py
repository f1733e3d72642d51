"""What words mean that answer a lesson

A move, a question, or a plea for a language. Nothing is at stake, so that all of it is done without
a question, for strangers too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.base.values import replace
from pbm.core.games import AnyGame, lesson_of
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import reader_of_moves, situation_of
from pbm.inbox.letter.understood import Understood, called
from pbm.inbox.line.line import LEARN, bare_move
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.newcomers import is_absence
from pbm.inbox.understanding.reading import understand
from pbm.notices.facts.places import Place
from pbm.notices.help_texts import topic_of

_HELP, _LANGUAGE = "help", "set lang "


def answers_lesson(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What the lines mean in reply to a lesson; None for anything else."""
    game, is_heard = exchange.context.game, not exchange.is_strangers
    if not (exchange.context.lesson and game and lines and is_heard) or is_absence(lines):
        return None
    number = int(exchange.context.lesson[1])
    situation = replace(
        situation_of(exchange),
        place=Place.BETWEEN,
        game=game,
        topic=topic_of(game),
        legal=reader_of_moves(game, game.decode(lesson_of(game).tasks[number - 1].position)),
        solves=True,
    )
    command = understand(lines, situation).command
    if situation.legal(command):
        return Understood(Certainty.DO, bare_move(command, exchange.context))
    if command.startswith(_LANGUAGE):
        again = called(exchange, Certainty.DO, f"{LEARN} {topic_of(game)} {number}")
        return again and replace(again, language=command.removeprefix(_LANGUAGE))
    meant = _meant(game, number).get(command, command if command.startswith(_HELP) else "")
    return called(exchange, Certainty.ANSWER, meant) if meant else None


def _meant(game: AnyGame, number: int) -> Mapping[str, str]:
    """What is meant in a lesson by what the words say in reply to a puzzle, or anywhere."""
    about = f"{_HELP} {topic_of(game)}"
    following = min(number + 1, len(lesson_of(game).tasks))
    return {
        **dict.fromkeys((_HELP, f"{_HELP} puzzle", f"{_HELP} tutorial"), about),
        "next": f"{LEARN} {topic_of(game)} {following}",
    }
