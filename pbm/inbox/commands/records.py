"""Game records, which other programs can read."""

from __future__ import annotations

import textwrap

from pbm.core.games import record as records
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import WIDTH
from pbm.notices.views import result_facts, seat_players
from pbm.play.contests.views import record_of


@command("record", "B", scope=Scope.BOARD, access=Access.READER, stale=True)
def record(request: Request) -> Answer:
    """Send the game record: tags, then the numbered moves, as other programs read them."""
    board = request.board()
    if not board.match.has_record:
        raise Refused("no_record", board=board.number)
    players = seat_players(request.tx, board)
    written = records.write(record_of(request.tx, board))
    facts = {
        "game": board.game.name,
        "board": board.number,
        "record": folded(written),
        "result": result_facts(board, players, request.reader),
    }
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, MailKind.RECORD, facts, board.number, grant=grant))


def folded(text: str) -> str:
    """Wrap a record to the width of a mail. Moves may be on any line; tags are never broken."""
    lines = [
        [line] if line.startswith("[") else textwrap.wrap(line, WIDTH, break_long_words=False)
        for line in text.splitlines()
    ]
    return "\n".join("\n".join(each) for each in lines)
