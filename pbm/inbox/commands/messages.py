"""Messages from player to player, not about a board."""

from __future__ import annotations

from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play import messages


@command("message", "u p TO...", access=Access.PLAYER, passes_on=True)
def message(request: Request) -> Answer:
    """Send your own lines, those below the command, to the players named.

    Players who have blocked you are not sent them, and you are told who they are.
    """
    named = (word.strip(",;").casefold() for word in request.args.rest)
    messages.send(request.work, request.player, named, request.text)
    return request.told()
