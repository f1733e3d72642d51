"""Lessons: a game in five positions, for strangers too"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from pbm.base.values import replace
from pbm.core.games import (
    AnyGame,
    NotationError,
    Phrase,
    RulesError,
    Seat,
    Task,
    family,
    find,
    game_names,
    lesson_of,
    listed_games,
    spec,
    with_game_first,
)
from pbm.core.refused import Refused
from pbm.core.suggestions import aim
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.newcomers import name_for, with_signup
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import LEARNT, TALKED, Draft, Grant
from pbm.notices.facts.examples import board_of
from pbm.notices.help_texts import quickest_learnt, topic_of
from pbm.notices.kinds import MailKind
from pbm.notices.page.link_tokens import GOOD_FOR
from pbm.notices.pages import LESSON
from pbm.notices.seek_news import program_challenges

PATIENCE = 2
"""The number of answers in a row that miss a lesson until its mail gives the solution away."""

QUICKEST = 3
"""The number of games that are offered in full to those who do not know which one to learn."""

_ABOUT, _GAMES = "about", "games"
_GOES_ON = re.compile(r"[-x>]")
_HINT = "hint"
_MISSED = ("wrong", "illegal", "unclear", _HINT)


@command("learn", "[WHAT...]", access=Access.ANYONE, short=False)
def learn(request: Request) -> Answer:
    """Learn a game in five short lessons: each shows a position and asks you for one move.

    learn gyges sends the first lesson of Gyges, learn gyges 3 the third. Reply with your move.

    learn about gyges tells what Gyges is; learn games lists all, the quickest to learn first.
    """
    words = [*request.args.rest] or [request.talked]
    tells = words[0].casefold() == _ABOUT
    words = with_game_first(words[tells:]) or [""]
    if words[0].casefold() in ("", _GAMES):
        return _choice(request)
    game = _game(words.pop(0))
    if tells:
        return _described(request, game)
    number = int(words.pop(0)) if words and words[0].isascii() and words[0].isdigit() else 1
    tasks = lesson_of(game).tasks
    if not 1 <= number <= len(tasks):
        raise Refused("no_lesson", word=str(number)[:9], most=len(tasks))
    return _answered(request, game, number, " ".join(words))


def _choice(request: Request) -> Answer:
    """All games, those in full that are learnt most quickly."""
    names = quickest_learnt()
    return _offered(request, names[:QUICKEST], others=names[QUICKEST:])


def _described(request: Request, game: AnyGame) -> Answer:
    """What a game is, in words and pictures, and its first lesson."""
    answer = _offered(request, [game.name])
    assert answer.reply is not None, "it is what was asked for"
    reply, grant = answer.reply, answer.reply.grant
    assert grant is not None, "a reply may ask for the lesson"
    grant = replace(grant, data={**grant.data, TALKED: game.name})
    return Answer(replace(reply, facts={**reply.facts, LESSON: spec(game)}, grant=grant))


def _offered(request: Request, names: Sequence[str], others: Sequence[str] = ()) -> Answer:
    games = [{"game": each, "about": _about(request, find(each))} for each in names]
    name = name_for(request)
    grant = with_signup(request.grant(), name)
    facts = {"games": games, "others": [*others], "name": name}
    to = request.known or request.sender.author
    return Answer(Draft(to, MailKind.LESSONS, facts, grant=grant, language=request.language))


def _about(request: Request, game: AnyGame) -> str:
    """The aim of a game, and how its moves are made."""
    return " ".join(request.reader.say(game, each) for each in _aim(game))


def _aim(game: AnyGame) -> Sequence[Phrase]:
    """The aim of a game and, if it tells that, how a move is made: one sentence each."""
    return [lesson_of(game).aim, *aim(game, None)[1:2]]


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
    if move.casefold() == _HINT:
        return _told(request, game, number, verdict=_HINT)
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
    tasks, player = lesson_of(game).tasks, request.known
    is_over = number > len(tasks)
    missed = _missed_before(request, game, number) + 1 if verdict in _MISSED else 0
    task = tasks[min(number, len(tasks)) - 1]
    start = game.decode(task.position)
    example = _example(game, start, task)
    shown = state or (game.make(start, task.answer).after if is_over else start)
    name = name_for(request)
    facts: Mapping[str, Any] = {
        "game": game.name,
        "topic": topic_of(game),
        "number": number,
        "total": len(tasks),
        "verdict": verdict,
        "said": ", ".join(said),
        "line": line,
        "over": is_over,
        "aim": _about(request, game) if number == 1 and not verdict else "",
        "question": request.reader.say(game, task.question),
        "example": example or task.answer,
        "hidden": bool(example),
        "start": _start(task.answer),
        "solution": task.answer if missed >= PATIENCE else "",
        "drawing": board_of(request.reader, player, game, shown, Seat.FIRST),
        "name": name,
        "program": program_challenges(request.tx, player)[:1] if player else [],
    }
    learnt = [spec(game), number, missed]
    grant = with_signup(request.grant(), name) if is_over else _with_lesson(request, learnt)
    to = player or request.sender.author
    return Answer(Draft(to, MailKind.LESSON, facts, grant=grant, language=request.language))


def _with_lesson(request: Request, learnt: Sequence[Any]) -> Grant:
    """The grant of a mail whose reply answers a lesson. learnt: as the token keeps it."""
    grant = request.grant()
    good_for = GOOD_FOR if grant.good_for is not None else None
    return replace(grant, data={**grant.data, LEARNT: learnt}, good_for=good_for)


def _start(answer: str) -> str:
    """What a right answer begins with, as a hint: where it sets out, or its first letter."""
    start = _GOES_ON.split(answer)[0]
    return start if start != answer else answer[:1]


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
