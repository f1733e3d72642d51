"""Invite the same opponent again."""

from __future__ import annotations

from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play import rematches


@command("rematch", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True, passes_on=True)
def rematch(request: Request) -> Answer:
    """Invite the opponent of a game that is over to another one: same terms, sides exchanged.

    What you write below it is a note to your opponent. If they have asked for a rematch of that
    game before you, this accepts it.
    """
    rematches.rematch(request.work, request.player, request.board().number, request.text)
    return request.told()
