"""Talking to each other."""

from __future__ import annotations

from pbm.commands.moves import own_seat
from pbm.dialogue.access import Access, Scope
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.command import command
from pbm.dialogue.request import Request
from pbm.drafts import Draft
from pbm.views import board_grant, seat_players


@command("chat", "B u p [WORDS...]", scope=Scope.BOARD, access=Access.BOARD, stale=True)
def chat(request: Request) -> Answer:
    """Send your own lines to the other player of a board."""
    board = request.board()
    own_seat(request, board)
    said = [line for line in (request.args.text, *request.text) if line]
    if not said:
        raise Refusal("nothing_said")
    facts = {
        "game": board.game.name,
        "board": board.number,
        "by": request.player.userid,
        "said": said,
    }
    mails = {
        player.id: Draft(player, "chat", facts, board.number, grant=board_grant(board, player))
        for player in seat_players(request.tx, board)
    }
    return Answer(mails.pop(request.player.id), tuple(mails.values()))
