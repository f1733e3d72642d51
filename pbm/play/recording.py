"""The one way into the events of a board: each is sealed here, and the store keeps it as it is."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.core.events import Deed, Event
from pbm.core.model import Cause, Match
from pbm.store.protocol import Transaction


def begin(tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
    """A new board with its first event; the store chooses its number."""
    return record(tx, replace(match, board=tx.matches.open(match)), deed, cause)


def record(tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
    """The board once the event is appended to its chain.

    :param match: as the deed leaves it, with number and hash of the event before
    :raises ConflictError: if the board has moved on since it was read
    """
    event = Event.sealed(match.board, match.seq + 1, match.head, deed, cause)
    after = replace(match, seq=event.seq, head=event.hash, updated=deed.at)
    tx.matches.append(after, event, after.clock.alarm(deed.at))
    return after
