"""Deadlines of moves as entries for the calendars of players who want them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbm.core.choices import Choice
from pbm.mail.calendar import Deadline, with_deadline
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.play.settings import is_on
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]


def deadline_facts(
    tx: Transaction, draft: Draft, summary: str, domain: str, now: datetime
) -> Facts | None:
    """The calendar entry of a board mail, as plain data for JSON; None for a mail without one.

    While another player is to move, the entry takes the former one out of the calendar.
    """
    player = draft.player
    if player is None or draft.kind is not MailKind.BOARD or draft.board is None:
        return None
    match = tx.matches.get(draft.board) if is_on(player, Choice.CALENDAR) else None
    if match is None or not match.clock.limits or player.id not in match.players:
        return None
    at = match.clock.deadline() if match.mover == player.id else None
    return {
        "uid": f"{match.board}-{player.userid}@{domain}",
        "number": match.seq,
        "summary": summary,
        "now": now.isoformat(),
        "at": at.isoformat() if at else None,
    }


def with_calendar(raw: bytes, message_id: str, facts: Facts | None) -> bytes:
    """The mail with the entry, if there is one."""
    if facts is None:
        return raw
    at = datetime.fromisoformat(facts["at"]) if facts["at"] else None
    now = datetime.fromisoformat(facts["now"])
    return with_deadline(raw, message_id, Deadline(**{**facts, "now": now, "at": at}))
