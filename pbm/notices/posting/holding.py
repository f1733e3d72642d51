"""Holding mails for a digest: the policies that decide it for each notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from pbm.notices import bounds, contest_news, daily
from pbm.notices.drafts import Draft
from pbm.store.protocol import Transaction

Holder = Callable[[Transaction, Draft, datetime], datetime | None]
"""Returns the earliest time at which a held mail may be sent; None if it is not held.

A holder may count a mail that it does not hold as sent.
"""

HOLDERS: Sequence[Holder] = (daily.hold, contest_news.hold, bounds.hold)
"""The holders, asked in this order until one of them holds the mail."""


def hold_back(tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Decide whether to hold a mail.

    :return: the earliest time at which the mail may be sent; None if it is sent now
    """
    asked = (hold(tx, draft, now) for hold in HOLDERS)
    return next((until for until in asked if until is not None), None)
