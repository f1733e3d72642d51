"""Rulings of the operator: creating a game, deciding or aborting one."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.happenings import Aborted, Adjudicated, Corrected, Reopened
from pbm.core.model import MatchStatus, Player
from pbm.core.openings import Created
from pbm.core.refused import Refused
from pbm.core.results import Result
from pbm.play.news import BoardNews
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def create(work: Work, options: GameOptions, one: Player, other: Player) -> Board:
    """Begin a game between two players at once.

    one: the player who has the first seat, unless the options say otherwise.

    :raises Refused: if one of them cannot play, or both are the same
    """
    if one.id == other.id:
        raise Refused("one_player", userid=one.userid)
    for player in (one, other):
        check_can_play(player)
    what = Created(options.terms(one, other, None))
    board = work.open(what)
    work.publish(BoardNews(None, what, None, board))
    return board


def adjudicate(work: Work, number: int, result: Result, why: str) -> Board:
    """End a running game with this result.

    :raises Refused: if the game is not running
    """
    board = work.board(number)
    _check(board.running, "cannot_decide", board)
    return work.enact(board, Adjudicated(result, why))


def abort(work: Work, number: int, why: str) -> Board:
    """End a game or an invitation without a result.

    :raises Refused: if the game is over already
    """
    board = work.board(number)
    is_open = board.running or board.match.status is MatchStatus.INVITED
    _check(is_open, "cannot_abort", board)
    return work.enact(board, Aborted(why=why))


def why_ended(tx: Transaction, board: Board) -> str:
    """The reason that an operator gave for ending a game; "" if no operator ended it."""
    for event in reversed(tx.matches.events(board.number)):
        if isinstance(event.what, Reopened):
            return ""
        if isinstance(event.what, Adjudicated | Aborted | Corrected):
            return event.what.why
    return ""


def check_can_play(player: Player) -> None:
    """:raises Refused: if the player is suspended, or has no address"""
    if player.suspended:
        raise Refused("player_suspended", userid=player.userid)
    if player.left:
        raise Refused("no_address", userid=player.userid)


def _check(possible: bool, code: str, board: Board) -> None:
    """:raises Refused: with this code, if the ruling is not possible"""
    if not possible:
        raise Refused(code, board=board.number, status=board.match.status.value)
