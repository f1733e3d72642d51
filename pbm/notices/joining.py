"""Join the receipt of a move with a program's answer to it: one mail instead of two.

The receipt waits in the outbox. If a program answers meanwhile, one mail shows both moves and
takes the place of the receipt; otherwise the receipt is sent by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from email import message_from_bytes

from pbm.core.choices import Playing
from pbm.core.model import Player
from pbm.mail.correspondence import MailStatus, OutboxMail, Search
from pbm.notices.drafts import Draft
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.play.programs import playing
from pbm.store.protocol import Transaction

WAIT = timedelta(seconds=10)
"""How long a receipt waits. Programs answer within some seconds, unless many people play them."""

_MOST = 10
"""How many of the latest mails of a board are searched for a receipt."""

_TOLD_ONCE = ("read_as", "came_back", "astray", "last_reply", "passed_on", "comment", "never_told")
"""Facts that the mail about the program's move would not report."""


def until(tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """The time until which a receipt waits for a program's move; None if it is sent at once."""
    facts = draft.facts
    if not _is_about_program(draft, Headline.MOVED):
        return None
    if any(map(facts.get, _TOLD_ONCE)) or not facts["turn"]:
        return None
    mover = tx.players.by_userid(facts["turn"]["userid"])
    return now + WAIT if mover is not None and _answers(mover) else None


def waiting_receipt(
    tx: Transaction, draft: Draft, recipient: str, now: datetime
) -> OutboxMail | None:
    """The waiting receipt whose place a mail takes that is sent to this address now."""
    if not _is_about_program(draft, Headline.MOVED, Headline.RESIGNED):
        return None
    if draft.player is None or draft.player.bouncing:
        return None
    latest = tx.outbox.find(Search(status=MailStatus.QUEUED, board=draft.board), _MOST)
    own = (mail for mail in latest if mail.reply and mail.recipient == recipient)
    return next((mail for mail in own if mail.waits and mail.due and mail.due > now), None)


def thread_of(receipt: OutboxMail) -> Sequence[str]:
    """The Message-IDs that a receipt refers to: its thread, then the letter that it answers."""
    return str(message_from_bytes(receipt.raw)["References"] or "").split()


def _is_about_program(draft: Draft, *news: Headline) -> bool:
    """Whether it is a board mail about a game with a program, with one of these headlines."""
    return (
        draft.kind is MailKind.BOARD and bool(draft.facts["driven"]) and draft.facts["news"] in news
    )


def _answers(player: Player) -> bool:
    """Whether a player is a program that answers on this server while its process runs."""
    return player.is_driven and playing(player) is not Playing.OFF
