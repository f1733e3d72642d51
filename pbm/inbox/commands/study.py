"""Puzzles, and the analysis of a finished game"""

from __future__ import annotations

from pbm.core.choices import OFF, Choice
from pbm.core.puzzles import KeptPuzzle
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import command
from pbm.inbox.line.forms import Arguments
from pbm.inbox.line.request import Answer, RefusedWithMail, Request
from pbm.inbox.understanding.lexicon import says_nothing
from pbm.notices.study.analyses import analysis_draft
from pbm.notices.study.puzzles import answered_draft, puzzle_draft
from pbm.play.settings import choose
from pbm.play.study import analyses
from pbm.play.study import puzzles as play
from pbm.play.study.puzzles import NEXT, SHOW, SOLUTION, STOP, Answered
from pbm.play.suspensions import check_active


@command("analyse|analyze", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def analyse(request: Request) -> Answer:
    """Have a game that is over analysed: missed wins, better moves, and who was ahead.

    A program tries every answer to every move. It marks where a win in one or two moves was missed
    or let in, and near the end of a game that is counted, where the result or more than three
    pieces were given away. All marks are certain, and only the curve is an estimate.

    The answer may take some minutes. You can wait for one analysis at a time. A game that is going
    on is never analysed, nor one that stands like a game that is going on.
    """
    board = request.board()
    kept = analyses.ask(request.work, request.player, board)
    if kept is None:
        return request.told()
    return Answer(analysis_draft(request.tx, request.player, board, kept))


def _eased(args: Arguments) -> Access | None:
    """To look at a puzzle, an address is enough."""
    words = [word.casefold() for word in _said(args) if not _is_number(word)]
    return Access.READER if words in ([], [SHOW]) else None


@command("puzzle", "u p [WHAT...]", access=Access.PLAYER, eased=_eased, short=False)
@command("puzzle", "u p [WHAT...]", scope=Scope.GAME, access=Access.PLAYER, eased=_eased)
def puzzle(request: Request) -> Answer:
    """Get a puzzle: a position in which exactly one move wins. Reply with that move.

    You are told whether it is right, right so far, or what the other side answers. The first answer
    counts for your rating and for that of the puzzle; you can go on trying. "next" in reply gives
    you another one, "show" the same one again. "solution" shows the winning moves, which counts
    like a wrong answer. "puzzle 17" is the one with that number, and "puzzle 17 MOVE" answers it.

    "set puzzle daily" sends you one each morning. "stop" in reply to it ends that.
    """
    check_active(request.player)
    words = _said(request.args)
    number = int(words.pop(0)) if words and _is_number(words[0]) else None
    word = words[0].casefold() if words else ""
    if word == STOP:
        choose(request.work, request.player, Choice.PUZZLE, OFF)
        return request.told()
    if word == NEXT:
        if number is not None:
            play.skip(request.work, request.player, play.numbered(request.tx, number))
        return _given(request, _next(request))
    wanted = _next(request) if number is None else play.numbered(request.tx, number)
    if not words or word == SHOW:
        return _given(request, wanted)
    if word == SOLUTION:
        return _told(request, play.give_up(request.work, request.player, wanted))
    return _answered(request, wanted, " ".join(words))


def _said(args: Arguments) -> list[str]:
    """The words without courtesies behind them, which are no answer: ``puzzle please``."""
    words = [*args.rest]
    while words and says_nothing(words[-1]):
        words.pop()
    return words


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


def _next(request: Request) -> KeptPuzzle:
    return play.next_for(request.tx, request.player, request.game.name if request.game else None)


def _given(request: Request, puzzle: KeptPuzzle) -> Answer:
    return Answer(puzzle_draft(request.tx, request.player, puzzle, request.now))


def _answered(request: Request, puzzle: KeptPuzzle, text: str) -> Answer:
    """:raises RefusedWithMail: if the move cannot be played"""
    answered = play.answer(request.work, request.player, puzzle, text)
    told = _told(request, answered)
    if answered.error is not None and told.reply is not None:
        raise RefusedWithMail("illegal", told.reply)
    return told


def _told(request: Request, answered: Answered) -> Answer:
    return Answer(answered_draft(request.tx, request.player, answered))
