"""Chat on a board."""

from __future__ import annotations

from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play.chat import say


@command(
    "chat", "B u p [WORDS...]", scope=Scope.BOARD, access=Access.BOARD, stale=True, passes_on=True
)
def chat(request: Request) -> Answer:
    """Send your own lines to the other player of a board, and to those who watch it."""
    said = tuple(line for line in (request.args.text, *request.text) if line)
    say(request.work, request.player, request.board().number, said)
    return request.told()
