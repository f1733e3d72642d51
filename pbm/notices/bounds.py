"""Limits for one reader: on mails caused by others, and by blocked players."""

from __future__ import annotations

from datetime import datetime

from pbm.core.clocks import HOUR
from pbm.core.marks import MarkKind
from pbm.core.model import MatchStatus
from pbm.core.zones import next_morning
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.play.blocks import either_blocks
from pbm.store.protocol import Transaction

MOST_FROM_OTHERS = 20
"""The most mails an hour that all others may cause for one reader; the rest goes to a digest."""


MOST_INVITATIONS_AT_ONCE = 3
"""Up to this many open invitations by one player are mails of their own; more of them come in the
digest of the next morning."""


def hold(tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Hold a mail until the next morning if others have caused too many mails for its reader.

    Mails about running games are not limited, nor are mails that no other player causes.
    """
    if draft.player is None or not draft.is_from_another or not _is_not_about_play(tx, draft):
        return None
    if draft.kind is MailKind.INVITATION and _invites_again(tx, draft, now):
        return next_morning(now, draft.player)
    mark = MarkKind.FROM_OTHERS.of(draft.player.id)
    is_taken = tx.marks.take(mark, now, now - HOUR, MOST_FROM_OTHERS)
    return None if is_taken else next_morning(now, draft.player)


def _invites_again(tx: Transaction, draft: Draft, now: datetime) -> bool:
    """Whether more invitations by the same player, an hour old at most, wait for the reader."""
    assert draft.player is not None
    open_ = [
        match
        for match in tx.matches.open_of(draft.player.id)
        if match.status is MatchStatus.INVITED
        and draft.by in match.players
        and now - match.updated < HOUR
    ]
    return len(open_) > MOST_INVITATIONS_AT_ONCE


def is_blocked(tx: Transaction, draft: Draft) -> bool:
    """Whether a block between the reader and the player who caused a mail stops it.

    Board mails always pass.
    """
    if draft.kind is MailKind.BOARD or draft.player is None or draft.by is None:
        return False
    return either_blocks(tx, draft.by, draft.player.id)


def _is_not_about_play(tx: Transaction, draft: Draft) -> bool:
    """Whether the mail is neither about a running game nor about the end of one."""
    if draft.kind is MailKind.BOARD:
        return bool(draft.facts.get("declined"))
    match = tx.matches.get(draft.board) if draft.board is not None else None
    return match is None or not match.running
