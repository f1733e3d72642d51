"""Handle a bounce: give the mail up, mark the address, and try another address."""

from __future__ import annotations

from pbm.core.marks import Trouble
from pbm.mail.correspondence import OutboxMail
from pbm.notices.alerts import give_up, note
from pbm.play import reachability
from pbm.play.work import Work


def handle_bounce(work: Work, mail: OutboxMail, why: str) -> bool:
    """Give up a mail that will never arrive.

    Returns whether the address was marked as bouncing for a player. The same bytes are sent to
    another address of that player, if one works.
    """
    tx, now = work.tx, work.now
    give_up(tx, mail.id, why, now)
    player = reachability.note_bounce(work, mail.recipient, mail.player, mail.sent)
    if player is None:
        return False
    note(tx, Trouble.BOUNCED, now)
    if mail.player is not None and not player.unreachable:
        tx.outbox.add(mail.again(player.mailbox, work.cause), now)
    return True
