"""Game records: a game to be kept, and read by other programs."""

from __future__ import annotations

import textwrap

from pbm.boards import to_record
from pbm.dialogue.access import Access, Scope
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.command import command
from pbm.dialogue.request import Request
from pbm.drafts import Draft
from pbm.games import record as records
from pbm.rendering import WIDTH
from pbm.views import board_grant, result_facts, seat_players


@command("record", "B", scope=Scope.BOARD, access=Access.READER, stale=True)
def record(request: Request) -> Answer:
    """Send the game record: tags, then the numbered moves, as other programs read them."""
    board = request.board()
    if not board.match.begun:
        raise Refusal("no_record", board=board.number)
    players = seat_players(request.tx, board)
    first, second = (player.userid for player in players)
    facts = {
        "game": board.game.name,
        "board": board.number,
        "record": folded(records.write(to_record(board, (first, second)))),
        "result": result_facts(board, players, request.reader),
    }
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, "record", facts, board.number, grant=grant))


def folded(text: str) -> str:
    """The record in the width of a mail; moves may stand on any line, tags are never broken."""
    lines = [
        [line] if line.startswith("[") else textwrap.wrap(line, WIDTH, break_long_words=False)
        for line in text.splitlines()
    ]
    return "\n".join("\n".join(each) for each in lines)
