"""Lessons: a game in five positions, for strangers too"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from pbm.base.values import replace
from pbm.core.games import (
    AnyGame,
    NotationError,
    RulesError,
    Seat,
    Task,
    example_game,
    family,
    find,
    game_names,
    lesson_of,
    listed_games,
    spec,
    with_game_first,
)
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.newcomers import free_name
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import LEARNT, Draft
from pbm.notices.facts.examples import board_of
from pbm.notices.help_texts import topic_of
from pbm.notices.kinds import MailKind
from pbm.notices.page.link_tokens import GOOD_FOR
from pbm.notices.seek_news import program_challenges

PATIENCE = 2
"""The number of answers in a row that miss a lesson until its mail gives the solution away."""

_MISSED = ("wrong", "illegal", "unclear")


@command("learn", "[WHAT...]", access=Access.ANYONE, short=False)
def learn(request: Request) -> Answer:
    """Learn a game in five short lessons: each shows a position and asks you for one move.

    learn gyges sends the first lesson of Gyges, learn gyges 3 the third. Reply with your move.
    """
    words = with_game_first(request.args.rest)
    game = _game(words.pop(0)) if words else find(example_game())
    number = int(words.pop(0)) if words and words[0].isascii() and words[0].isdigit() else 1
    tasks = lesson_of(game).tasks
    if not 1 <= number <= len(tasks):
        raise Refused("no_lesson", word=str(number)[:9], most=len(tasks))
    return _answered(request, game, number, " ".join(words))


def _game(word: str) -> AnyGame:
    """:raises Refused: if there is no such game"""
    named = word.casefold()
    rules = (each.spec for each in listed_games() if named in (each.ruleset, each.spec))
    found = family(named) or next(map(find, rules), None)
    if found is None:
        known = ", ".join(game_names())
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
        why = [reader.player_refusal(game, error)]
        if isinstance(error, NotationError):
            why = why if _is_about(error, move) else []
            return _told(request, game, number, verdict="unclear", said=why)
        return _told(request, game, number, verdict="illegal", said=why, line=move[:60])
    phrases = game.describe(state, made.move, made.printed)
    told = [reader.say(game, each) for each in phrases]
    if task.right(state, made.after):
        return _told(request, game, number + 1, verdict="right", said=told, line=made.printed)
    hint = [reader.say(game, task.hint)]
    return _told(request, game, number, made.after, verdict="wrong", said=hint, line=made.printed)


def _is_about(error: RulesError, move: str) -> bool:
    """Whether a refusal names a part of the move. Another one only tells how moves are written, by
    an example that may be illegal here; each lesson has one that is not.
    """
    return any(str(fact).casefold() in move.casefold() for fact in error.phrase.facts.values())


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
    missed = _missed_before(request, game, number) + 1 if verdict in _MISSED else 0
    task = tasks[min(number, len(tasks)) - 1]
    start = game.decode(task.position)
    example = _example(game, start, task)
    shown = state or (game.make(start, task.answer).after if is_over else start)
    name = "" if player else free_name(request.tx, request.sender.author)
    facts: Mapping[str, Any] = {
        "game": game.name,
        "topic": topic_of(game),
        "number": number,
        "total": len(tasks),
        "verdict": verdict,
        "said": ", ".join(said),
        "line": line,
        "over": is_over,
        "aim": request.reader.say(game, lesson_of(game).aim) if number == 1 and not verdict else "",
        "question": request.reader.say(game, task.question),
        "example": example or task.answer,
        "hidden": bool(example),
        "solution": task.answer if missed >= PATIENCE else "",
        "drawing": board_of(request.reader, player, game, shown, Seat.FIRST),
        "name": name,
        "program": program_challenges(request.tx, player)[:1] if player else [],
    }
    grant = request.grant()
    if not is_over:
        good_for = GOOD_FOR if grant.good_for is not None else None
        data = {**grant.data, LEARNT: [spec(game), number, missed]}
        grant = replace(grant, data=data, good_for=good_for)
    elif name:
        grant = replace(grant, data={**grant.data, "answers": {"yes": f"signup {name}"}})
    to = player or request.sender.author
    return Answer(Draft(to, MailKind.LESSON, facts, grant=grant, language=request.language))


def _missed_before(request: Request, game: AnyGame, number: int) -> int:
    """How many answers in a row have missed the lesson of the mail that is answered."""
    token = request.sender.token
    rules, answered, missed, *_ = [*token.data.get(LEARNT, ()), "", 0, 0] if token else ("", 0, 0)
    return int(missed) if (rules, answered) == (spec(game), number) else 0


def _example(game: AnyGame, state: Any, task: Task) -> str:
    """A legal move that does not give the answer away, of the simplest kind that there is: that
    which is written in the fewest letters, and begins like the answer. "" if each one is right.
    """
    moves = game.legal_moves(state)
    wrong = (move for move in moves if not task.right(state, game.apply(state, move)))
    written = sorted((str(game.format(state, move)) for move in wrong), reverse=True)
    return min(written, key=lambda each: (len(each), -_alike(each, task.answer)), default="")


def _alike(first: str, second: str) -> int:
    """The number of letters in which two moves begin alike."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    )
