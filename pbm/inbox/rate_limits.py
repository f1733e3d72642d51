"""How much mail one address can cause: at most some answers of a kind in a span of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind
from pbm.store.protocol import Transaction

# A loop of two programs, or a flood under a forged address, ends here. What happens on a board is
# told all the same.
REPLIES_PER_HOUR = 30
# Nobody is left in doubt about a move or a command of theirs, and no program goes on for ever.
PROVEN_PER_HOUR = 120
QUESTIONS_PER_HOUR = 5
EXPLAINED_PER_DAY = 5


@dataclass(frozen=True)
class Allowance:
    """How many mails of one kind may be sent in a span of time, and how they are counted.

    name: what the last one calls it.
    """

    name: str
    mark: Mark
    most: int
    within: timedelta = HOUR


def for_letters(address: str, board: int | None = None) -> Allowance:
    """Any answers. board: where the mails of one are answered, which is counted apart: nobody may
    wait in vain for what became of a move because of other letters, which may not even be theirs.
    """
    return Allowance("letters", MarkKind.REPLY.of(address, board or 0), REPLIES_PER_HOUR)


def for_proven(address: str) -> Allowance:
    """What became of commands in letters that are proven to be a player's, and questions."""
    return Allowance("proven", MarkKind.PROVEN.of(address), PROVEN_PER_HOUR)


def for_questions(player: int) -> Allowance:
    """Questions to a player whether letters are theirs that nothing proves."""
    return Allowance("questions", MarkKind.QUESTION.of(player), QUESTIONS_PER_HOUR)


def for_explanations(address: str) -> Allowance:
    """How to answer our mails, told to somebody who is no player and does it wrongly.

    A program that hides what it is would have it told for ever.
    """
    return Allowance("explanations", MarkKind.EXPLAINED.of(address), EXPLAINED_PER_DAY, DAY)


def left(tx: Transaction, allowance: Allowance, now: datetime) -> int:
    return max(allowance.most - tx.marks.count(allowance.mark, now - allowance.within), 0)


def is_spent(tx: Transaction, allowance: Allowance, now: datetime) -> bool:
    return not left(tx, allowance, now)


def take(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Whether all of them have a mail left. It counts as sent; one that is not, does not."""
    if any(is_spent(tx, each, now) for each in allowances):
        return False
    return all(tx.marks.take(each.mark, now, now - each.within, each.most) for each in allowances)
