"""Ask for the analysis of a finished game."""

from __future__ import annotations

from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.study.analyses import analysis_draft
from pbm.play.study import analyses


@command("analyse|analyze", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def analyse(request: Request) -> Answer:
    """Have a game that is over analysed: missed wins, better moves, and who was ahead.

    A program tries every answer to every move. It marks where a win in one or two moves was missed
    or let in, and near the end of a game that is counted, where the result or more than three
    pieces were given away. All marks are certain, and only the curve is an estimate.

    The answer may take some minutes. You can wait for one analysis at a time. A game that is going
    on is never analysed, nor one that stands like a game that is going on.
    """
    board = request.board()
    kept = analyses.ask(request.work, request.player, board)
    if kept is None:
        return request.told()
    return Answer(analysis_draft(request.tx, request.player, board, kept))
