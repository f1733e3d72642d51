"""The daily digest as a setting: holds the mails that others cause."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.notices.drafts import Draft
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.machine import MACHINE
from pbm.store.protocol import Transaction

# Mails that players cause for each other. Reminders and mails about accounts are never held.
KINDS = frozenset(
    {
        MailKind.ABSENCE,
        MailKind.BOARD,
        MailKind.BROADCAST,
        MailKind.CHAT,
        MailKind.CONTEST_NEWS,
        MailKind.INVITATION,
        MailKind.MESSAGE,
        MailKind.UNREACHABLE,
    }
)

DAILY, ALL = "daily", "all"


def wants_digest(player: Player) -> bool:
    return player.settings.get(Choice.DIGEST) in (DAILY, ALL)


def hold(_tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Hold a mail if its reader wants a digest.

    A board on which the reader is to move or to answer, or whose game is over, is held only for
    those who chose ``digest all``.

    :return: ``now``, because the mail may be sent as soon as the reader no longer wants a digest;
        None if the mail is not held
    """
    player = draft.player
    if player is None or not wants_digest(player) or draft.kind not in KINDS:
        return None
    return None if _is_urgent(draft, player) else now


def _is_urgent(draft: Draft, player: Player) -> bool:
    facts = draft.facts
    if facts.get("news") == Headline.REMINDER or facts.get("urgent", False):
        return True
    if MACHINE in facts:  # a digest has no JSON part
        return True
    return player.settings.get(Choice.DIGEST) != ALL and _concerns(draft.kind, facts)


def _concerns(kind: MailKind, facts: Mapping[str, Any]) -> bool:
    """Whether the mail shows a board on which its reader is asked, or has just finished a game."""
    if kind is MailKind.INVITATION:
        return True
    if facts.get("your_turn") or facts.get("proposal", {}).get("asked"):
        return True
    return bool(facts.get("result") and facts.get("your_seat"))
