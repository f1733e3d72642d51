"""The digest: what others did and wrote, in one mail in the morning.

It is for players who want it daily, and for whatever others cause beyond the number of mails an
hour that any player gets of them. Mails for a digest are written as all others are, and held in the
outbox until their time comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import groupby

from pbm.core.clocks import DAY
from pbm.core.model import Player
from pbm.core.zones import zone_of
from pbm.mail.correspondence import OutboxMail
from pbm.notices.daily import wants_digest

# In the morning of the reader's own zone.
SENT_AT = time(6)

# Encoded lines of mail are folded at 76; the address stands behind a margin of 4.
LONGEST_ANSWER = 72

LONGEST = 200_000
"""How many bytes of mails one digest tells; a single one may be longer."""


def by_reader(mails: Iterable[OutboxMail]) -> list[tuple[int, Sequence[OutboxMail]]]:
    """The mails of each player, oldest first."""
    ordered = sorted(mails, key=lambda mail: (mail.player or 0, mail.id))
    return [
        (player, list(group))
        for player, group in groupby(ordered, key=lambda mail: mail.player)
        if player is not None
    ]


def due_pieces(player: Player, mails: Sequence[OutboxMail], now: datetime) -> Sequence[OutboxMail]:
    """Those of the mails held for a player, oldest first, that are told now.

    All of them, where a digest is wanted and the morning after the first one has come. Where none
    is wanted any more: at once, but for those that were too many at a time.
    """
    if wants_digest(player):
        return mails if next_morning(_queued(mails[0]), player) <= now else []
    return [mail for mail in mails if mail.due is not None and mail.due <= now]


def portions(mails: Sequence[OutboxMail]) -> Iterator[Sequence[OutboxMail]]:
    """The mails in portions, as many in each as one digest may hold."""
    portion: list[OutboxMail] = []
    size = 0
    for mail in mails:
        if portion and size + len(mail.raw) > LONGEST:
            yield portion
            portion, size = [], 0
        portion.append(mail)
        size += len(mail.raw)
    if portion:
        yield portion


def next_morning(at: datetime, player: Player) -> datetime:
    """When digests are sent next, where the player lives."""
    zone = zone_of(player)
    local = at.astimezone(zone)
    day = local.date() if local.time() < SENT_AT else local.date() + DAY
    return datetime.combine(day, SENT_AT, zone).astimezone(UTC)


def _queued(mail: OutboxMail) -> datetime:
    assert mail.queued is not None, "a held mail has been queued"
    return mail.queued


def told_by(mail: OutboxMail) -> Mapping[str, str]:
    """The subject and the text of a held mail, without its signature."""
    message = message_from_bytes(mail.raw, policy=default)
    assert isinstance(message, EmailMessage), "the policy makes it one"
    plain = message.get_body(("plain",))
    assert plain is not None, "every mail of ours has a text"
    text = str(plain.get_content()).replace("\r\n", "\n")
    return {"subject": str(message["Subject"]), "text": text.rpartition("\n-- \n")[0].rstrip()}
