"""Words about a board, between its players."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.blocks import check_heard
from pbm.play.bounds import ALL_CHAT, CHAT, MESSAGES, charge
from pbm.play.news import ChatNews
from pbm.play.seats import seat_on
from pbm.play.suspensions import check_active
from pbm.play.work import Work


def say(work: Work, by: Player, number: int | None, said: tuple[str, ...]) -> None:
    """Say something to the other player, and to those who watch the board.

    :raises Refused: if nothing is said or too much, the player does not play there, or one of the
        two blocks the other
    """
    check_active(by)
    board = work.board(number)
    other = board.match.player_at(seat_on(board, by).other)
    check_heard(work.tx, by, work.tx.players.get(other))
    if not said:
        raise Refused("nothing_said")
    _charge(work, by, board)
    work.publish(ChatNews(by, board, said=said))


def _charge(work: Work, by: Player, board: Board) -> None:
    """Talk about a game that is over counts as a message does."""
    if board.running:
        charge(work, by, CHAT, board=board.number)
        charge(work, by, ALL_CHAT)
    else:
        charge(work, by, MESSAGES)
