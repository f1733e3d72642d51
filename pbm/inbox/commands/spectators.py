"""Watching boards that others play on."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.board import Board
from pbm.core.model import Match, MatchStatus
from pbm.core.refused import Refused
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.views import board_draft
from pbm.play.bounds import MOST_WATCHED

_TO_WATCH = (MatchStatus.INVITED, MatchStatus.RUNNING)


@command("subscribe", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def subscribe(request: Request) -> Answer:
    """Watch a board: every move on it is mailed to you, and what the players say about it."""
    board = request.board()
    if request.player.id in board.match.players:
        raise Refused("own_board", board=board.number, game=board.game.name)
    if board.match.status not in _TO_WATCH:
        raise Refused("nothing_to_watch", board=board.number, game=board.game.name)
    if _watches(request, board):
        raise Refused("watched_already", board=board.number, game=board.game.name)
    if len(_watched(request)) >= MOST_WATCHED:
        raise Refused("many_watched", most=MOST_WATCHED)
    request.tx.subscriptions.add(request.player.id, board.number, request.now)
    return _shown(request, board, "subscribed")


@command("unsubscribe", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def unsubscribe(request: Request) -> Answer:
    """Watch a board no more."""
    board = request.board()
    if not _watches(request, board):
        raise Refused("not_watched", board=board.number, game=board.game.name)
    request.tx.subscriptions.drop(request.player.id, board.number)
    return _shown(request, board, "unsubscribed")


def _watches(request: Request, board: Board) -> bool:
    return request.tx.subscriptions.holds(request.player.id, board.number)


def _watched(request: Request) -> Sequence[Match]:
    """The boards that the speaker watches and on which something may happen yet."""
    boards = request.tx.subscriptions.of(request.player.id)
    matches = filter(None, map(request.tx.matches.get, boards))
    return [match for match in matches if match.status in _TO_WATCH]


def _shown(request: Request, board: Board, news: str) -> Answer:
    plies = board.plies[-2:]
    return Answer(board_draft(request.tx, board, request.player, news, plies=plies, event=False))
