"""The daily digest as a setting: holds the mails that others cause for players who chose it."""

from __future__ import annotations

from datetime import datetime

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.notices.drafts import Draft
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.store.protocol import Transaction

# Mails that players cause for each other. Reminders and mails about accounts are never held.
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
    """Hold a mail if its reader wants a digest.

    :return: ``now``, since it may be sent as soon as the reader wants no digest any more; None if
        the mail is not held
    """
    wanted = draft.player is not None and wants_digest(draft.player)
    urgent = draft.facts.get("news") == Headline.REMINDER or draft.facts.get("urgent", False)
    return now if wanted and draft.kind in KINDS and not urgent else None
