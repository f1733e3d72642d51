"""Players who want a digest: what others cause is held for it, and not mailed at once."""

from __future__ import annotations

from datetime import datetime

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.notices.drafts import Draft
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.store.protocol import Transaction

# What players cause for each other. Reminders wait for nothing, nor does what is about accounts.
KINDS = frozenset(
    {
        MailKind.ABSENCE,
        MailKind.BOARD,
        MailKind.BROADCAST,
        MailKind.CHAT,
        MailKind.INVITATION,
        MailKind.MESSAGE,
        MailKind.UNREACHABLE,
    }
)

DAILY = "daily"


def wants_digest(player: Player) -> bool:
    return player.settings.get(Choice.DIGEST) == DAILY


def hold(_tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Until now at least, and for as long as its reader wants a digest."""
    wanted = draft.player is not None and wants_digest(draft.player)
    urgent = draft.facts.get("news") == Headline.REMINDER or draft.facts.get("urgent", False)
    return now if wanted and draft.kind in KINDS and not urgent else None
