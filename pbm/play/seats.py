"""Who plays where: the board that a player names, their seat on it, and when they moved last."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.model import MatchStatus, Player
from pbm.core.refused import Refused
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def running_board(work: Work, by: Player, number: int | None) -> tuple[Board, Seat]:
    """A running board that the player plays on, and their seat.

    :raises Refused: if there is none, they do not play there, or it does not run
    """
    board = work.board(number)
    seat = seat_on(board, by)
    if not board.running:
        raise Refused(
            "not_running", board=board.number, game=board.game.name, status=_status(board)
        )
    return board, seat


def seat_on(board: Board, by: Player) -> Seat:
    """:raises Refused: if the player does not play on this board."""
    seat = board.match.seat_of(by.id)
    if seat is None:
        raise Refused("not_your_board", board=board.number, game=board.game.name)
    return seat


def last_moves(tx: Transaction) -> Mapping[int, datetime]:
    """When each player moved last, on whatever board; without those who never have."""
    found: dict[int, datetime] = {}
    for move in tx.matches.last_moves():
        player = move.players.at(move.seat)
        found[player] = max(move.at, found.get(player, move.at))
    return found


def _status(board: Board) -> str:
    return {
        MatchStatus.INVITED: "waiting",
        MatchStatus.DECLINED: "declined",
    }.get(board.match.status, "over")
