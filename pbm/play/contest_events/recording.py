"""Recording events of contests: only this module seals an event and appends it to its contest."""

from __future__ import annotations

from dataclasses import replace

from pbm.core.contests.changes import alarm, change, opened
from pbm.core.contests.events import ContestDeed, ContestEvent
from pbm.core.contests.happenings import Opened
from pbm.core.contests.model import Contest
from pbm.core.model import Cause
from pbm.store.protocol import Transaction


def begin(tx: Transaction, deed: ContestDeed, cause: Cause) -> Contest:
    """Store a new contest with its first event; the store assigns the id."""
    assert isinstance(deed.what, Opened), "the first event of every contest"
    contest = opened(deed.what, deed.at)
    return _append(tx, replace(contest, id=tx.contests.open(contest)), deed, cause)


def record(tx: Transaction, contest: Contest, deed: ContestDeed, cause: Cause) -> Contest:
    """Append an event to the chain of a contest, and return the contest after it.

    :raises BrokenContestError: if the event is impossible in the current state of the contest
    :raises ConflictError: if the contest has changed since it was read
    """
    return _append(tx, change(tx.contests, contest, deed.what, deed.at), deed, cause)


def _append(tx: Transaction, contest: Contest, deed: ContestDeed, cause: Cause) -> Contest:
    event = ContestEvent.sealed(contest.id, contest.seq + 1, contest.head, deed, cause)
    after = replace(contest, seq=event.seq, head=event.hash)
    tx.contests.append(after, event, alarm(after, deed.at))
    return after
