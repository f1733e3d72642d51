"""Chat between the players of a board."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.blocks import check_neither_blocks
from pbm.play.bounds import ALL_CHAT, CHAT, MESSAGES, charge
from pbm.play.news import ChatNews
from pbm.play.seats import seat_on
from pbm.play.suspensions import check_active
from pbm.play.work import Work


def say(work: Work, by: Player, number: int | None, said: tuple[str, ...]) -> None:
    """Send lines to the other player and to the spectators of a board.

    :raises Refused: if there are no lines, the player does not play there or has reached the rate
        limit, the other one has left, or one of the two blocks the other
    """
    check_active(by)
    board = work.board(number)
    other = work.tx.players.get(board.match.player_at(seat_on(board, by).other))
    if other.left:
        raise Refused("left_club", userid=other.userid)
    check_neither_blocks(work.tx, by, other)
    if not said:
        raise Refused("nothing_said")
    _charge(work, by, board)
    work.publish(ChatNews(by, board, said=said))


def _charge(work: Work, by: Player, board: Board) -> None:
    """Count a chat; about a finished game it counts as a message."""
    if board.running:
        charge(work, by, CHAT, board=board.number)
        charge(work, by, ALL_CHAT)
    else:
        charge(work, by, MESSAGES)
