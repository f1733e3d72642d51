"""What is let go of, and when: limits that ran out, old letters, all about who has left."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbm.store.protocol import Transaction

# The longest limit counts a day.
MARKS_KEPT = timedelta(days=8)
EXPIRED_KEPT = timedelta(days=30)


def let_go(tx: Transaction, now: datetime, letter_days: int | None) -> None:
    """``letter_days``: how long letters and mails keep their bytes, None for ever."""
    tx.marks.forget(now - MARKS_KEPT)
    tx.tokens.forget(now - EXPIRED_KEPT)
    if letter_days is not None:
        old = now - timedelta(days=letter_days)
        tx.letters.blank(old)
        tx.outbox.blank(old)
    for address in tx.departures.due():
        tx.departures.erase(address)
