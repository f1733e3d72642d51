"""Mail a player everything that is kept about them."""

from __future__ import annotations

from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.facts.kept import Kept, parts_of
from pbm.notices.kinds import MailKind
from pbm.play.bounds import EXPORTS, charge


@command("data", "u p", access=Access.PLAYER)
def data(request: Request) -> Answer:
    """Have everything mailed to you that is kept about you, in as many mails as it takes.

    Your account, your boards and their records, your ratings, your puzzles, your letters, a list of
    the mails sent to you.
    At most once a day.
    """
    player = request.player
    charge(request.work, player, EXPORTS)
    kept = Kept(request.work, player, request.reader, request.identity.address)
    parts = list(parts_of(kept))
    grant = account_grant(player)
    first, *more = [
        Draft(
            player, MailKind.DATA, {"part": number, "parts": len(parts), "text": text}, grant=grant
        )
        for number, text in enumerate(parts, 1)
    ]
    return Answer(first, tuple(more))
