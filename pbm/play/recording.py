"""Recording: the only place that seals an event and appends it to its board."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.core.events import Deed, Event
from pbm.core.model import Cause, Match
from pbm.store.protocol import Transaction


def begin(tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
    """Store a new board with its first event; the store assigns the number."""
    return record(tx, replace(match, board=tx.matches.open(match)), deed, cause)


def record(tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
    """Append an event to the chain of a board, and return the match after it.

    :param match: its state after the deed, except that ``seq`` and ``head`` are still those of
        the previous event
    :raises ConflictError: if the board has moved on since it was read
    """
    event = Event.sealed(match.board, match.seq + 1, match.head, deed, cause)
    after = replace(match, seq=event.seq, head=event.hash, updated=deed.at)
    tx.matches.append(after, event, after.clock.alarm(deed.at))
    return after
