"""Queue moves: conditional ones, and lists in order of preference."""

from __future__ import annotations

from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.receipts import plan_draft
from pbm.play import plans


@command("queue", "B u p [MOVE...]", scope=Scope.BOARD, access=Access.EITHER, passes_on=True)
def queue(request: Request) -> Answer:
    """Decide moves beforehand; they are played automatically when their turn comes.

    "queue if MOVE then MOVE" plays the second move if your opponent plays the first; it may go on
    with if MOVE then MOVE. "queue MOVE" plays that move at your next turn, whatever your opponent
    plays, and drops it if it is illegal then. "queue MOVE MOVE ..." is an order of preference: each
    of your turns takes the first that is legal, as for DVONN pieces that are still to be placed.
    "queue" alone, or "queue show", lists what you have decided on a board and "queue clear" forgets
    it. Nobody else ever sees it.
    """
    number, text = request.board().number, request.args.text.strip(SENTENCE_MARKS)
    work, player = request.work, request.player
    if text.casefold() in ("", "show"):
        return Answer(plan_draft(player, plans.show(work, player, number)))
    if text.casefold() == "clear":
        plans.clear(work, player, number)
    else:
        plans.plan(work, player, number, text, request.text)
    return request.told()
