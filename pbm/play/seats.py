"""The seat of a player on a board."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.model import MatchStatus, Player
from pbm.core.refused import Refused
from pbm.play.suspensions import check_active
from pbm.play.work import Work


def running_board(work: Work, by: Player, number: int | None) -> tuple[Board, Seat]:
    """Return a running board of an active player, and their seat.

    :raises Refused: if there is no such board, the player is suspended or does not play there, or
        the game is not running
    """
    check_active(by)
    board = work.board(number)
    seat = seat_on(board, by)
    if not board.running:
        raise Refused(
            "not_running", board=board.number, game=board.game.name, status=_status(board)
        )
    return board, seat


def seat_on(board: Board, by: Player) -> Seat:
    """:raises Refused: if the player does not play on this board"""
    seat = board.match.seat_of(by.id)
    if seat is None:
        raise Refused("not_your_board", board=board.number, game=board.game.name)
    return seat


def _status(board: Board) -> str:
    return {
        MatchStatus.INVITED: "waiting",
        MatchStatus.DECLINED: "declined",
    }.get(board.match.status, "over")
