"""Move and resign."""

from __future__ import annotations

from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.play import moves


@command("move|board", "B u p MOVE...", scope=Scope.BOARD, access=Access.MOVE)
def move(request: Request) -> Answer:
    """Play a move on a board.

    Several moves in a row, while the opponent cannot move, are separated by semicolons: all of
    them are played or none. With #PLY at its end the move is refused unless that many plies
    have been played. In a reply to a board mail the move alone is enough.
    """
    board, line = request.board().number, request.args.text
    moves.move(request.work, request.player, board, line, request.text)
    return request.told()


@command("resign", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def resign(request: Request) -> Answer:
    """Give a game up, in or out of turn.

    Before the second move it cancels the game: it counts for nobody.
    """
    moves.resign(request.work, request.player, request.board().number, request.text)
    return request.told()
