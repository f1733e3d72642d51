"""The daily digest: what others did and wrote, in one mail, for players who want it so.

Mails for a digest are written as all others are, and held in the outbox until their time comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import groupby

from pbm.clocks import DAY
from pbm.correspondence import OutboxMail
from pbm.drafts import Draft
from pbm.model import Player
from pbm.moments import zone_of

# In the morning of the reader's own zone.
SENT_AT = time(6)

# What players cause for each other. Reminders wait for nothing, nor does what is about accounts.
KINDS = frozenset({"absence", "board", "broadcast", "chat", "invitation", "message", "unreachable"})
URGENT = "reminder"

# Encoded lines of mail are folded at 76; the address stands behind a margin of 4.
LONGEST_ANSWER = 72

DAILY = "daily"


def belongs_in_digest(draft: Draft) -> bool:
    player = draft.player
    wanted = player is not None and player.settings.get("digest") == DAILY
    return wanted and draft.kind in KINDS and draft.facts.get("news") != URGENT


def by_reader(mails: Iterable[OutboxMail]) -> list[tuple[int, Sequence[OutboxMail]]]:
    """The mails of each player, oldest first."""
    ordered = sorted(mails, key=lambda mail: (mail.player or 0, mail.id))
    return [
        (player, list(group))
        for player, group in groupby(ordered, key=lambda mail: mail.player)
        if player is not None
    ]


def is_digest_due(player: Player, mails: Sequence[OutboxMail], now: datetime) -> bool:
    """Whether the morning after the first mail has come, or he wants no digest any more."""
    first = mails[0].queued
    assert first is not None, "a held mail has been queued"
    return player.settings.get("digest") != DAILY or _morning_after(first, player) <= now


def _morning_after(at: datetime, player: Player) -> datetime:
    zone = zone_of(player)
    local = at.astimezone(zone)
    day = local.date() if local.time() < SENT_AT else local.date() + DAY
    return datetime.combine(day, SENT_AT, zone).astimezone(UTC)


def told_by(mail: OutboxMail) -> Mapping[str, str]:
    """The subject and the text of a held mail, without its signature."""
    message = message_from_bytes(mail.raw, policy=default)
    assert isinstance(message, EmailMessage), "the policy makes it one"
    plain = message.get_body(("plain",))
    assert plain is not None, "every mail of ours has a text"
    text = str(plain.get_content()).replace("\r\n", "\n")
    return {"subject": str(message["Subject"]), "text": text.rpartition("\n-- \n")[0].rstrip()}
