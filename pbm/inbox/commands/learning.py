"""Lessons: a game in five positions, for strangers too"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.base.values import replace
from pbm.core.games import (
    AnyGame,
    RulesError,
    Seat,
    Task,
    all_games,
    example_game,
    family,
    find,
    lesson_of,
    spec,
)
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import LEARNT, Draft
from pbm.notices.facts.examples import board_of
from pbm.notices.help_texts import topic_of
from pbm.notices.kinds import MailKind
from pbm.notices.page.link_tokens import GOOD_FOR
from pbm.notices.seek_news import program_challenges


@command("learn", "[WHAT...]", access=Access.ANYONE, short=False)
def learn(request: Request) -> Answer:
    """Learn a game in five short lessons: each shows a position and asks you for one move.

    learn gyges sends the first lesson of Gyges, learn gyges 3 the third. Reply with your move.
    """
    words = [*request.args.rest]
    game = _game(words.pop(0)) if words else find(example_game())
    number = int(words.pop(0)) if words and words[0].isascii() and words[0].isdigit() else 1
    tasks = lesson_of(game).tasks
    if not 1 <= number <= len(tasks):
        raise Refused("no_lesson", word=str(number)[:9], most=len(tasks))
    return _answered(request, game, number, " ".join(words))


def _game(word: str) -> AnyGame:
    """:raises Refused: if there is no such game"""
    named = word.casefold()
    found = family(named) or next(
        (each for each in all_games() if named in (each.ruleset, spec(each))), None
    )
    if found is None:
        known = ", ".join(dict.fromkeys(each.name for each in all_games()))
        raise Refused("no_such_lesson", name=word[:30], known=known)
    return found


def _answered(request: Request, game: AnyGame, number: int, move: str) -> Answer:
    """The verdict on a move, and the task that comes next; without a move, the task."""
    task = lesson_of(game).tasks[number - 1]
    state, reader = game.decode(task.position), request.reader
    if not move:
        return _told(request, game, number)
    try:
        made = game.make(state, move)
    except RulesError as error:
        why = reader.player_refusal(game, error)
        return _told(request, game, number, verdict="illegal", said=[why], line=move[:60])
    phrases = game.describe(state, made.move, made.printed)
    told = [reader.say(game, each) for each in phrases]
    if task.right(state, made.after):
        return _told(request, game, number + 1, verdict="right", said=told, line=made.printed)
    hint = [reader.say(game, task.hint)]
    return _told(request, game, number, made.after, verdict="wrong", said=hint, line=made.printed)


def _told(  # noqa: PLR0913 (what a lesson is told by)
    request: Request,
    game: AnyGame,
    number: int,
    state: Any = None,
    *,
    verdict: str = "",
    said: Sequence[str] = (),
    line: str = "",
) -> Answer:
    """The mail with a task, or behind the last one with what comes next.

    state: what is drawn instead of the position of the task.
    """
    tasks, player = lesson_of(game).tasks, request.speaker.player if request.speaker else None
    is_over = number > len(tasks)
    task = tasks[min(number, len(tasks)) - 1]
    start = game.decode(task.position)
    shown = state or (game.make(start, task.answer).after if is_over else start)
    facts: Mapping[str, Any] = {
        "game": game.name,
        "topic": topic_of(game),
        "number": number,
        "total": len(tasks),
        "verdict": verdict,
        "said": ", ".join(said),
        "line": line,
        "over": is_over,
        "question": request.reader.say(game, task.question),
        "example": _example(game, start, task) or task.answer,
        "hidden": bool(_example(game, start, task)),
        "drawing": board_of(request.reader, player, game, shown, Seat.FIRST),
        "program": program_challenges(request.tx, player)[:1] if player else [],
    }
    grant = request.grant()
    if not is_over:
        good_for = GOOD_FOR if grant.good_for is not None else None
        data = {**grant.data, LEARNT: [spec(game), number]}
        grant = replace(grant, data=data, good_for=good_for)
    to = player or request.sender.author
    return Answer(Draft(to, MailKind.LESSON, facts, grant=grant, language=request.language))


def _example(game: AnyGame, state: Any, task: Task) -> str:
    """A legal move that does not give the answer away; "" if each one is right."""
    moves = game.legal_moves(state)
    wrong = (move for move in moves if not task.right(state, game.apply(state, move)))
    move = next(wrong, None)
    return "" if move is None else str(game.format(state, move))
