"""Spectators: watching the boards of others."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.board import Board
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.refused import Refused
from pbm.play.bounds import MOST_WATCHED
from pbm.play.news import WatchNews
from pbm.play.suspensions import check_active
from pbm.play.work import Work

_TO_WATCH = (MatchStatus.INVITED, MatchStatus.RUNNING)


def subscribe(work: Work, by: Player, number: int | None) -> Board:
    """Watch a board from now on.

    :raises Refused: if the player plays there, the game is over, or the player watches it already
        or too many others
    """
    check_active(by)
    board = work.board(number)
    if by.id in board.match.players:
        raise Refused("own_board", board=board.number, game=board.game.name)
    if board.match.status not in _TO_WATCH:
        raise Refused("nothing_to_watch", board=board.number, game=board.game.name)
    if _watches(work, by, board):
        raise Refused("watched_already", board=board.number, game=board.game.name)
    if len(_watched(work, by)) >= MOST_WATCHED:
        raise Refused("many_watched", most=MOST_WATCHED)
    work.tx.subscriptions.add(by.id, board.number, work.now)
    work.publish(WatchNews(by, board, watching=True))
    return board


def unsubscribe(work: Work, by: Player, number: int | None) -> Board:
    """Stop watching a board.

    :raises Refused: if the player does not watch it
    """
    check_active(by)
    board = work.board(number)
    if not _watches(work, by, board):
        raise Refused("not_watched", board=board.number, game=board.game.name)
    work.tx.subscriptions.drop(by.id, board.number)
    work.publish(WatchNews(by, board, watching=False))
    return board


def _watches(work: Work, by: Player, board: Board) -> bool:
    return work.tx.subscriptions.holds(by.id, board.number)


def _watched(work: Work, by: Player) -> Sequence[Match]:
    """The boards that the player watches and that are not over."""
    boards = work.tx.subscriptions.of(by.id)
    matches = filter(None, map(work.tx.matches.get, boards))
    return [match for match in matches if match.status in _TO_WATCH]
