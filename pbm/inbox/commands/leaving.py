"""Sign off."""

from __future__ import annotations

from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play import departures


@command("signoff", "u p", access=Access.OWNER, whole=True, passes_on=True)
def signoff(request: Request) -> Answer:
    """Leave for good: your running games are resigned, your addresses and password removed.

    You only need some rest? "vacation" stops your clocks, and "set digest daily" puts the news of a
    day into one mail.

    Otherwise write signoff. Without your password you are asked before anything happens.
    Invitations that are open are declined or taken back. Your finished games stay under your
    userid, which nobody else can have. Your letters, and our mails to you, are erased once the last
    one has left. What you write below the command goes to your opponents, as a farewell.
    """
    work, player = request.work, request.player
    # Without open boards nobody is shown the lines, so a password in them is no reason to refuse.
    said = request.text if departures.open_boards(work.tx, player) else ()
    departures.leave(work, player, said)
    return request.told()
