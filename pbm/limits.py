"""How much mail one address can cause, and how much goes to those who may never have asked."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbm.alerts import Trouble, note, noted
from pbm.clocks import DAY
from pbm.marks import Kind, Mark
from pbm.store.protocol import Transaction

# A loop of two programs, or a flood under a forged address, ends here. What happens on a board is
# told all the same.
REPLIES_PER_HOUR = 30
EXPLAINED_PER_DAY = 5
HOUR = timedelta(hours=1)

_STRANGERS = Kind.STRANGERS.of()


def replies_left(tx: Transaction, address: str, now: datetime, board: int | None = None) -> int:
    """How many more replies may go to that address in this hour.

    board: where he answers the mails of one. It has a number of its own: nobody shall wait in vain
    for what became of his move because of other letters, which may not even be his.
    """
    return max(0, REPLIES_PER_HOUR - tx.marks.count(_counted(address, board), now - HOUR))


def take_reply(tx: Transaction, address: str, now: datetime, board: int | None = None) -> bool:
    """Whether there is one left. It counts as given; one that is not given does not count."""
    if not replies_left(tx, address, now, board):
        return False
    tx.marks.add(_counted(address, board), now)
    return True


def _counted(address: str, board: int | None) -> Mark:
    return Kind.REPLY.of(address, board or 0)


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
    if tx.marks.count(_STRANGERS, now - HOUR) < per_hour:
        tx.marks.add(_STRANGERS, now)
        return True
    if not noted(tx, Trouble.CROWDED, now - HOUR):
        note(tx, Trouble.CROWDED, now)
    return False
