"""The digest: one mail in the morning that contains all mails held for a player.

Mails are held for players who want a daily digest, and for any player beyond the hourly limit on
mails caused by others. They are composed like all others and held in the outbox.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import groupby

from pbm.core.model import Player
from pbm.core.zones import next_morning
from pbm.mail.correspondence import OutboxMail
from pbm.notices.daily import wants_digest

# Encoded lines of a mail are folded at 76 columns, and the address is indented by 4.
LONGEST_ANSWER = 72

LONGEST = 200_000
"""Upper bound for the mails in one digest, in bytes; a single mail may be larger."""


def by_reader(mails: Iterable[OutboxMail]) -> list[tuple[int, Sequence[OutboxMail]]]:
    """Group held mails by player, oldest first."""
    ordered = sorted(mails, key=lambda mail: (mail.player or 0, mail.id))
    return [
        (player, list(group))
        for player, group in groupby(ordered, key=lambda mail: mail.player)
        if player is not None
    ]


def due_mails(player: Player, mails: Sequence[OutboxMail], now: datetime) -> Sequence[OutboxMail]:
    """Return the mails held for a player that are due now.

    If the player wants a digest: all of them, from the morning after the oldest one was queued.
    Otherwise each when its own time has come: at once if the player has turned the digest off, the
    next morning if it was over the hourly limit.

    mails: oldest first, not empty.
    """
    if wants_digest(player):
        return mails if next_morning(_queued(mails[0]), player) <= now else []
    return [mail for mail in mails if mail.due is not None and mail.due <= now]


def batches(mails: Sequence[OutboxMail]) -> Iterator[Sequence[OutboxMail]]:
    """Split the mails into batches of at most ``LONGEST`` bytes."""
    batch: list[OutboxMail] = []
    size = 0
    for mail in mails:
        if batch and size + len(mail.raw) > LONGEST:
            yield batch
            batch, size = [], 0
        batch.append(mail)
        size += len(mail.raw)
    if batch:
        yield batch


def _queued(mail: OutboxMail) -> datetime:
    assert mail.queued is not None, "a held mail has been queued"
    return mail.queued


def content_of(mail: OutboxMail) -> Mapping[str, str]:
    """Subject and text of a held mail, without its signature."""
    message = message_from_bytes(mail.raw, policy=default)
    assert isinstance(message, EmailMessage), "the policy makes it one"
    plain = message.get_body(("plain",))
    assert plain is not None, "every mail of ours has a text"
    text = str(plain.get_content()).replace("\r\n", "\n")
    return {"subject": str(message["Subject"]), "text": text.rpartition("\n-- \n")[0].rstrip()}
