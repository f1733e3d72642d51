"""Rate limits for answers: a maximum for each kind of answer to one address in a span of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind
from pbm.store.protocol import Transaction

# Ends loops of two programs, and floods under a forged address. Mails about events on a board are
# sent all the same.
REPLIES_PER_HOUR = 30
# Enough that every person is answered about each command; it ends a program that never stops.
PROVEN_PER_HOUR = 120
QUESTIONS_PER_HOUR = 5
EXPLAINED_PER_DAY = 5
# Ends a loop with a program that answers each refusal in the same way.
REFUSED_PER_HOUR = 5


@dataclass(frozen=True)
class Allowance:
    """A number of mails of one kind in a span of time, and the mark that counts them.

    name: the name by which the last mail says that the limit is reached.
    """

    name: str
    mark: Mark
    most: int
    within: timedelta = HOUR


def for_letters(address: str, board: int | None = None) -> Allowance:
    """Answers of any kind, counted separately for each board whose mail is answered.

    So unrelated letters, which may be forged, cannot use up the answers about a board.
    """
    return Allowance("letters", MarkKind.REPLY.of(address, board or 0), REPLIES_PER_HOUR)


def for_proven(address: str) -> Allowance:
    """Answers to commands in proven letters, and questions about such commands."""
    return Allowance("proven", MarkKind.PROVEN.of(address), PROVEN_PER_HOUR)


def for_programs(address: str, board: int | None) -> Allowance:
    """Answers to automatic letters of a declared program, other than receipts of moves."""
    mark = MarkKind.AUTOMATIC.of(address, board or 0)
    return Allowance("programs", mark, REFUSED_PER_HOUR)


def for_questions(player: int) -> Allowance:
    """Questions to a player whether unproven letters are theirs."""
    return Allowance("questions", MarkKind.QUESTION.of(player), QUESTIONS_PER_HOUR)


def for_reactions(player: int) -> Allowance:
    """Answers to reactions: a player is told once a day that they are not passed on."""
    return Allowance("reactions", MarkKind.REACTION.of(player), 1, DAY)


def for_explanations(address: str) -> Allowance:
    """Explanations of how to answer our mails, for people who are no players and answered wrongly.

    The limit ends a loop with a program that cannot be told from a person.
    """
    return Allowance("explanations", MarkKind.EXPLAINED.of(address), EXPLAINED_PER_DAY, DAY)


def for_relayed(address: str) -> Allowance:
    """Answers to words in letters with headers of a list or a program, which may be a program's."""
    return Allowance("relayed", MarkKind.RELAYED.of(address), 1, DAY)


def left(tx: Transaction, allowance: Allowance, now: datetime) -> int:
    return max(allowance.most - tx.marks.count(allowance.mark, now - allowance.within), 0)


def is_spent(tx: Transaction, allowance: Allowance, now: datetime) -> bool:
    return not left(tx, allowance, now)


def take(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Count one mail by all allowances and return True; count nothing if one is used up."""
    if any(is_spent(tx, each, now) for each in allowances):
        return False
    return all(tx.marks.take(each.mark, now, now - each.within, each.most) for each in allowances)
