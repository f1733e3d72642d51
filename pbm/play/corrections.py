"""Corrections by the operator: another result, a reopened game, another deadline."""

from __future__ import annotations

from datetime import timedelta

from pbm.core.board import Board
from pbm.core.changes import is_over_by_its_moves
from pbm.core.happenings import Corrected, Granted, Reopened
from pbm.core.refused import Refused
from pbm.core.results import Reason, Result
from pbm.play.ratings.uncounted import uncounted
from pbm.play.rulings import check_can_play
from pbm.play.terms import begun_at
from pbm.play.work import Work


def decide_again(work: Work, number: int, result: Result, why: str) -> Board:
    """Change the result of a finished game, which becomes unrated.

    :raises Refused: if the game has not finished, or an operator gave it this result already
    """
    board = _finished_board(work, number, "cannot_decide_again")
    if (board.match.result, board.match.reason) == (result, Reason.ADJUDICATED):
        raise Refused("decided_so", board=number, result=result.value)
    return work.enact(board, Corrected(result, why))


def reopen(work: Work, number: int, why: str) -> Board:
    """Undo the end of a game, so that only its moves decide whether it is over.

    :raises Refused: if the game has not finished, its moves alone ended it, it has been analysed,
        or one of the players who would go on cannot play
    """
    board = _finished_board(work, number, "cannot_reopen")
    if is_over_by_its_moves(board):
        raise Refused("over_by_moves", board=number)
    if work.tx.analyses.get(number) is not None:
        raise Refused("analysed", board=number)
    if board.game.outcome(board.state) is None:
        for player in board.match.players:
            check_can_play(work.tx.players.get(player))
    again = uncounted(work.tx, board.match) is not None
    return work.enact(board, Reopened(why, rated=again))


def grant(work: Work, number: int, span: timedelta, why: str) -> Board:
    """Give the side to move ``span`` from now for this move, in place of the limits of the game.

    :raises Refused: if the game is not running, or has no time limits
    """
    board = work.board(number)
    if not board.running:
        raise Refused("cannot_grant", board=number, status=board.match.status.value)
    seat = board.match.clock.seat
    if seat is None:
        raise Refused("no_limits", board=number)
    return work.enact(board, Granted(seat, work.now, span, why))


def _finished_board(work: Work, number: int, code: str) -> Board:
    """:raises Refused: if the game has not finished, or never began"""
    board = work.board(number)
    if not board.match.finished:
        raise Refused(code, board=number, status=board.match.status.value)
    if begun_at(work.tx, board.match) is None:
        raise Refused("never_begun", board=number)
    return board
