"""How much mail one address can cause."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbm.store.protocol import Transaction

# A loop of two programs, or a flood under a forged address, ends here. What happens on a board is
# told all the same.
REPLIES_PER_HOUR = 30
HOUR = timedelta(hours=1)


def replies_left(tx: Transaction, address: str, now: datetime) -> int:
    """How many more replies may go to that address in this hour."""
    return max(0, REPLIES_PER_HOUR - tx.marks.count(f"reply:{address}", now - HOUR))


def may_have_a_reply(tx: Transaction, address: str, now: datetime) -> bool:
    """Whether there is one left. It counts as given; one that is not given does not count."""
    if not replies_left(tx, address, now):
        return False
    tx.marks.add(f"reply:{address}", now)
    return True
