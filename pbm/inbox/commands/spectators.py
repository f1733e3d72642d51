"""Watch the boards of other players."""

from __future__ import annotations

from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play import spectators


@command("subscribe", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def subscribe(request: Request) -> Answer:
    """Watch a board: every move on it is mailed to you, and what the players say about it."""
    spectators.subscribe(request.work, request.player, request.board().number)
    return request.told()


@command("unsubscribe", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def unsubscribe(request: Request) -> Answer:
    """Watch a board no more."""
    spectators.unsubscribe(request.work, request.player, request.board().number)
    return request.told()
