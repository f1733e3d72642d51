"""Where a mail goes: held for a digest, or into the outbox, at once or later if mails bounce."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from pbm.core.clocks import UNREACHABLE_FOR
from pbm.core.model import Player
from pbm.mail.correspondence import OutboxMail
from pbm.notices import bounds, contest_news, daily
from pbm.notices.drafts import Draft
from pbm.play.work import Work
from pbm.store.protocol import Transaction

Holder = Callable[[Transaction, Draft, datetime], datetime | None]
"""Returns the earliest time at which a held mail may be sent; None if it is not held.

A holder may count a mail that it does not hold as sent.
"""

HOLDERS: Sequence[Holder] = (daily.hold, contest_news.hold, bounds.hold)
"""The holders, asked in this order until one of them holds the mail."""


def hold_back(tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Decide whether to hold a mail.

    :return: the earliest time at which the mail may be sent; None if it is sent now
    """
    asked = (hold(tx, draft, now) for hold in HOLDERS)
    return next((until for until in asked if until is not None), None)


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
