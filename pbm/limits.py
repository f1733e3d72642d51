"""How much mail one address can cause."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbm.store.protocol import Transaction

# A loop of two programs, or a flood under a forged address, ends here. What happens on a board is
# told all the same.
REPLIES_PER_HOUR = 30


def may_have_a_reply(tx: Transaction, address: str, now: datetime) -> bool:
    """Whether there is a reply to that address left in this hour; it counts as given."""
    key = f"reply:{address}"
    tx.marks.add(key, now)
    return tx.marks.count(key, now - timedelta(hours=1)) <= REPLIES_PER_HOUR
