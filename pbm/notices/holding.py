"""Who is asked of each mail that tells a player something: whether it is held for a digest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from pbm.notices import bounds, daily
from pbm.notices.drafts import Draft
from pbm.store.protocol import Transaction

Holder = Callable[[Transaction, Draft, datetime], datetime | None]
"""Until when a mail is held at least; None if it may leave at once, and counts as sent."""

HOLDERS: Sequence[Holder] = (daily.hold, bounds.hold)
"""The first one that holds it decides, and those behind it are not asked."""


def hold_back(tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Until when the mail is held at least; None if nobody holds it, and it counts as sent."""
    asked = (hold(tx, draft, now) for hold in HOLDERS)
    return next((until for until in asked if until is not None), None)
