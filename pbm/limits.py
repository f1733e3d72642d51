"""How much mail one address can cause, and how much goes to those who may never have asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.alerts import Trouble, note, noted
from pbm.clocks import DAY
from pbm.marks import Kind, Mark
from pbm.store.protocol import Transaction

# A loop of two programs, or a flood under a forged address, ends here. What happens on a board is
# told all the same.
REPLIES_PER_HOUR = 30
# Nobody is left in doubt about a move or a command of theirs, and no program goes on for ever.
PROVEN_PER_HOUR = 120
QUESTIONS_PER_HOUR = 5
EXPLAINED_PER_DAY = 5
HOUR = timedelta(hours=1)

_STRANGERS = Kind.STRANGERS.of()


@dataclass(frozen=True)
class Allowance:
    """How many answers of one kind somebody may get in an hour, and how they are counted.

    name: what their last answer calls it.
    """

    name: str
    mark: Mark
    per_hour: int


def for_letters(address: str, board: int | None = None) -> Allowance:
    """Any answers. board: where the mails of one are answered, which is counted apart: nobody may
    wait in vain for what became of a move because of other letters, which may not even be theirs.
    """
    return Allowance("letters", Kind.REPLY.of(address, board or 0), REPLIES_PER_HOUR)


def for_proven(address: str) -> Allowance:
    """What became of commands in letters that are proven to be a player's, and questions."""
    return Allowance("proven", Kind.PROVEN.of(address), PROVEN_PER_HOUR)


def for_questions(player: int) -> Allowance:
    """Questions to a player whether letters are theirs that nothing proves."""
    return Allowance("questions", Kind.QUESTION.of(player), QUESTIONS_PER_HOUR)


def is_spent(tx: Transaction, allowance: Allowance, now: datetime) -> bool:
    return tx.marks.count(allowance.mark, now - HOUR) >= allowance.per_hour


def take(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Whether all of them have an answer left. It counts as given; one that is not, does not."""
    if any(is_spent(tx, each, now) for each in allowances):
        return False
    for each in allowances:
        tx.marks.add(each.mark, now)
    return True


def take_reply(tx: Transaction, address: str, now: datetime) -> bool:
    """Whether one more answer may go to that address, whatever it answers."""
    return take(tx, [for_letters(address)], now)


def take_stranger_answer(tx: Transaction, address: str, now: datetime, per_hour: int) -> bool:
    """Whether a mail may go to the From of somebody unknown, which may be forged: one a day, and
    to all of them together so many an hour. It counts as sent.
    """
    mark = Kind.STRANGER.of(address)
    if tx.marks.count(mark, now - DAY) or not take_room(tx, now, per_hour):
        return False
    tx.marks.add(mark, now)
    return True


def take_explanation(tx: Transaction, address: str, now: datetime) -> bool:
    """Whether somebody who is no player, and answers our mails, may be told how to answer them.

    It counts as told. A program that hides what it is would have it told for ever.
    """
    mark = Kind.EXPLAINED.of(address)
    if tx.marks.count(mark, now - DAY) >= EXPLAINED_PER_DAY:
        return False
    tx.marks.add(mark, now)
    return True


def take_room(tx: Transaction, now: datetime, per_hour: int) -> bool:
    """Whether one more mail may go in this hour to somebody who may not have asked for it.

    It counts as sent. The operator is told when there is no room.
    """
    if room_left(tx, now, per_hour):
        tx.marks.add(_STRANGERS, now)
        return True
    if not noted(tx, Trouble.CROWDED, now - HOUR):
        note(tx, Trouble.CROWDED, now)
    return False


def room_left(tx: Transaction, now: datetime, per_hour: int) -> int:
    """How many more mails may go in this hour to those who may not have asked for them."""
    return max(0, per_hour - tx.marks.count(_STRANGERS, now - HOUR))
