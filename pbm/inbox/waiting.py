"""Queue strangers' letters that exceed the budget, and answer them once the budget has room.

At most one letter for each address waits, for a day at most. It is acted on like a new one, but its
proof was decided when it arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind
from pbm.inbox.budgets import MOST_OF_ONE, for_stranger, late, strangers
from pbm.inbox.rate_limits import Allowance, is_spent, take
from pbm.mail.correspondence import KeptLetter, LetterStatus, Origin, Withheld
from pbm.mail.notes import Note
from pbm.store.protocol import Transaction

LAPSE = timedelta(days=1)
# A first letter is short, and letters that wait are kept even when the quota is used up.
LONGEST = 16 * 1024
MOST_WAITING = 2000
"""The most letters that wait; those that a front server vouches for are counted separately."""
# This is called every minute.
MOST_AT_ONCE = 10


def let_wait(tx: Transaction, kept: KeptLetter, origin: Origin, per_hour: int) -> Note:
    """Let a letter wait if it may, and return the note for it."""
    if len(kept.raw) > LONGEST:
        return Note.TOO_LONG
    if not _has_place(tx, origin, per_hour):
        return Note.TOO_MANY
    is_first = tx.withheld.add(Withheld(kept.id, origin, kept.received))
    return Note.WITHHELD if is_first else Note.SECOND


def let_in(tx: Transaction, letter: int, now: datetime) -> None:
    """Let a waiting letter be acted on again, even if the budgets are used up."""
    tx.withheld.drop(letter)
    tx.marks.add(_let_in(letter), now)
    tx.letters.settle(letter, LetterStatus.WAITING, was=LetterStatus.IGNORED)


def is_let_in(tx: Transaction, letter: int | None, now: datetime) -> bool:
    return letter is not None and tx.marks.count(_let_in(letter), now - DAY) > 0


def release_waiting(tx: Transaction, per_hour: int, now: datetime) -> None:
    """Release the letters that the budgets allow, oldest first; drop those that waited a day."""
    waiting = tx.withheld.list()
    for each in waiting:
        if now - each.at >= LAPSE:
            tx.withheld.drop(each.letter)
            ignored = LetterStatus.IGNORED
            tx.letters.settle(each.letter, ignored, Note.LAPSED, was=ignored)
    fresh = (each for each in waiting if now - each.at < LAPSE)
    for _, each in zip(range(MOST_AT_ONCE), _with_room(tx, fresh, per_hour, now), strict=False):
        let_in(tx, each.letter, now)


def _with_room(
    tx: Transaction, waiting: Iterator[Withheld], per_hour: int, now: datetime
) -> Iterator[Withheld]:
    """Yield the letters that the budgets allow, and count each one as answered."""
    spent: set[Mark] = set()
    for each in waiting:
        allowances = _allowances(each.origin, per_hour)
        if not spent.isdisjoint(allowance.mark for allowance in allowances):
            continue
        if take(tx, allowances, now):
            yield each
        else:
            spent |= {each.mark for each in allowances if is_spent(tx, each, now)}


def _allowances(origin: Origin, per_hour: int) -> list[Allowance]:
    return [late(origin, per_hour), for_stranger(origin), *strangers(origin, per_hour)]


def _has_place(tx: Transaction, origin: Origin, per_hour: int) -> bool:
    """Return whether one more letter may wait.

    At most as many wait as can be answered in a day; one domain or network gets a part of these
    places.
    """
    most = min(late(origin, per_hour).most * (LAPSE // HOUR), MOST_WAITING)
    alike, of_domain, of_network = tx.withheld.like(origin)
    part = most // MOST_OF_ONE
    return alike < most and of_domain < part and (not origin.network or of_network < part)


def _let_in(letter: int) -> Mark:
    return MarkKind.LET_IN.of(f"letter {letter}")
