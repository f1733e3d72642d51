"""Budgets for mail to strangers, who may never have asked for it: their From may be forged.

Many letters from one place must not use up the answers to everybody else. So no domain and no
network gets more than a part of a budget, and letters that a front server vouches for have a
budget of their own. Mails to players are not counted here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind, Trouble
from pbm.inbox.rate_limits import Allowance, left, take
from pbm.mail.correspondence import Origin
from pbm.notices.alerts import note, times_noted
from pbm.store.protocol import Transaction

# Enough for "help tutorial", "help dvonn" and "signup", and bearable for the owner of a forged
# address.
STRANGER_PER_DAY = 3
# Answers to prose, whose writer may not know what this address is for.
PROSE_PER_HOUR = 20
WEEK = 7 * DAY
# No domain and no network gets more than this part of a budget.
MOST_OF_ONE = 4


class Budget(StrEnum):
    """A number of mails an hour to people who may not have asked for them.

    OTHERS: answers to letters that may be forged. VOUCHED: answers to letters that a front server
    vouches for. ASKED: questions to an address, whether a player may use it. PROSE: introductions
    for strangers who wrote no command; they are counted as answers, too.
    """

    OTHERS = "others"
    VOUCHED = "vouched"
    ASKED = "asked"
    PROSE = "prose"

    def all(self, most: int) -> Allowance:
        return Allowance(self, self._mark("all"), most)

    def shares(self, origin: Origin, most: int) -> Sequence[Allowance]:
        """The whole budget, and the parts of it for this domain and this network."""
        part = max(most // MOST_OF_ONE, 1)
        sources = [f"domain {origin.domain}"]
        if origin.network:
            sources.append(f"network {origin.network}")
        parts = [Allowance(self, self._mark(source), part) for source in sources]
        return [self.all(most), *parts]

    def _mark(self, source: str) -> Mark:
        return MarkKind.STRANGERS.of(f"{self}, {source}")


def for_stranger(origin: Origin) -> Allowance:
    """Answers to one stranger. Letters vouched for are counted apart from forgeable ones."""
    kind = MarkKind.VOUCHED if origin.vouched else MarkKind.STRANGER
    return Allowance("stranger", kind.of(origin.address), STRANGER_PER_DAY, DAY)


def strangers(origin: Origin, per_hour: int) -> Sequence[Allowance]:
    """The budgets, besides ``for_stranger``, that an answer to a stranger counts against."""
    return _budget(origin).shares(origin, per_hour)


def for_prose(origin: Origin) -> Sequence[Allowance]:
    """The introductions for strangers: one a week to an address, within the budget for prose."""
    own = Allowance("introduced", MarkKind.INTRODUCED.of(origin.address), 1, WEEK)
    return [own, *prose(origin)]


def for_more_prose(origin: Origin) -> Sequence[Allowance]:
    """Short reminders of an introduction: one a day to an address, within the same budget."""
    own = Allowance("reminded", MarkKind.REMINDED.of(origin.address), 1, DAY)
    return [own, *prose(origin)]


def prose(origin: Origin) -> Sequence[Allowance]:
    """The budget for answers to prose, without a bound for one address."""
    return Budget.PROSE.shares(origin, PROSE_PER_HOUR)


def late(origin: Origin, per_hour: int) -> Allowance:
    """The part of the budget for letters that have waited; the rest is left for new ones."""
    return Allowance(
        "late", MarkKind.STRANGERS.of(f"{_budget(origin)}, late"), max(per_hour // 2, 1)
    )


def _budget(origin: Origin) -> Budget:
    return Budget.VOUCHED if origin.vouched else Budget.OTHERS


def questions_to(address: str, per_hour: int) -> Sequence[Allowance]:
    """The budgets for questions to addresses that players want to use."""
    return Budget.ASKED.shares(Origin(address, "", vouched=False), per_hour)


def take_room(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Count one more mail and return True; if a budget is used up, return False.

    In that case the operator is alerted, at most once an hour.
    """
    if take(tx, allowances, now):
        return True
    if not times_noted(tx, Trouble.CROWDED, now - HOUR):
        note(tx, Trouble.CROWDED, now)
    return False


def budgets_left(tx: Transaction, per_hour: int, now: datetime) -> Mapping[str, int]:
    """The number of mails that each budget has left in this hour, by its name."""
    most = dict.fromkeys(Budget, per_hour) | {Budget.PROSE: PROSE_PER_HOUR}
    return {budget.value: left(tx, budget.all(most[budget]), now) for budget in Budget}
