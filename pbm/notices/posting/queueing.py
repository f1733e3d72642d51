"""Putting mails into the outbox: at once, in the place of a receipt, or later if mails bounce."""

from __future__ import annotations

from datetime import datetime

from pbm.core.clocks import UNREACHABLE_FOR
from pbm.core.model import Player
from pbm.mail.correspondence import OutboxMail
from pbm.play.work import Work


def queue(
    work: Work, mail: OutboxMail, reader: Player | None, receipt: OutboxMail | None = None
) -> None:
    """Put a mail into the outbox, in the place of a receipt if one waits.

    reader: the player for whom the mail is held back if mails to its address bounce.
    """
    outbox, until = work.tx.outbox, _unreachable_until(reader, mail.recipient, work.now)
    if receipt is None and until is None:
        outbox.queue(mail, work.now)
        return
    number = outbox.add(mail, work.now)
    if receipt is not None:
        outbox.drop(receipt.id, f"mail {number} tells of both moves")
    if until is not None:
        outbox.rest(number, until, "mails to this address come back; it is tried again then")


def _unreachable_until(player: Player | None, recipient: str, now: datetime) -> datetime | None:
    """Until when mails to an address of this player are held back, because they bounce."""
    came_back = player.bouncing.get(recipient) if player else None
    until = came_back + UNREACHABLE_FOR if came_back else None
    return until if until and until > now else None
