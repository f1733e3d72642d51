"""How much mail goes to those who may never have asked for it: strangers, whose From may be forged.

However many letters come from one place, others are answered: no domain and no network gets more
than a part of what there is, those whom a front server vouches for have a budget of their own, and
players are not counted here at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind
from pbm.inbox.rate_limits import Allowance, left, take
from pbm.mail.correspondence import Origin
from pbm.notices.alerts import Trouble, note, times_noted
from pbm.store.protocol import Transaction

# Enough for "help tutorial", "help dvonn" and "signup"; who owns a forged address can bear them.
STRANGER_PER_DAY = 3
# No domain and no network gets more than this part of a budget.
MOST_OF_ONE = 4


class Budget(StrEnum):
    """Mails to those who may not have asked for them, a number an hour in all.

    OTHERS: answers to letters that may be forged. VOUCHED: answers to those that are not. ASKED:
    questions whether an address wants to be a player's.
    """

    OTHERS = "others"
    VOUCHED = "vouched"
    ASKED = "asked"

    def all(self, most: int) -> Allowance:
        return Allowance(self, self._mark("all"), most)

    def shares(self, origin: Origin, most: int) -> Sequence[Allowance]:
        """The budget itself, and the part of it that one domain and one network may have."""
        part = max(most // MOST_OF_ONE, 1)
        sources = [f"domain {origin.domain}"]
        if origin.network:
            sources.append(f"network {origin.network}")
        parts = [Allowance(self, self._mark(source), part) for source in sources]
        return [self.all(most), *parts]

    def _mark(self, source: str) -> Mark:
        return MarkKind.STRANGERS.of(f"{self}, {source}")


def for_stranger(origin: Origin) -> Allowance:
    """Answers to somebody unknown. A forged From takes none of those that are not forged away."""
    kind = MarkKind.VOUCHED if origin.vouched else MarkKind.STRANGER
    return Allowance("stranger", kind.of(origin.address), STRANGER_PER_DAY, DAY)


def strangers(origin: Origin, per_hour: int) -> Sequence[Allowance]:
    """What answers to strangers from there are counted by, beside ``for_stranger``."""
    return _budget(origin).shares(origin, per_hour)


def late(origin: Origin, per_hour: int) -> Allowance:
    """The part of that for letters that have waited: fresh ones find room too."""
    return Allowance(
        "late", MarkKind.STRANGERS.of(f"{_budget(origin)}, late"), max(per_hour // 2, 1)
    )


def _budget(origin: Origin) -> Budget:
    return Budget.VOUCHED if origin.vouched else Budget.OTHERS


def questions_to(address: str, per_hour: int) -> Sequence[Allowance]:
    """What questions to an address are counted by that a player wants to write from."""
    return Budget.ASKED.shares(Origin(address, "", vouched=False), per_hour)


def take_room(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Whether a budget has room for one more mail, which counts as sent. The operator is told where
    it has none.
    """
    if take(tx, allowances, now):
        return True
    if not times_noted(tx, Trouble.CROWDED, now - HOUR):
        note(tx, Trouble.CROWDED, now)
    return False


def budgets_left(tx: Transaction, per_hour: int, now: datetime) -> Mapping[str, int]:
    """How many more mails each budget has in this hour, by its name."""
    return {budget.value: left(tx, budget.all(per_hour), now) for budget in Budget}
