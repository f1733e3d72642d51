"""Subscribers: they process events after the commit, from a queue in the store.

A subscriber that fails is retried later and delays nobody. What has to happen in the transaction
of the deed is published as ``news`` instead.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from pbm.core.board import Board
from pbm.core.events import Event
from pbm.core.happening import Happening
from pbm.core.model import Match
from pbm.store.protocol import Transaction


class Subscriber(Protocol):
    """A handler of events. name: the key of its queue in the store, so it must never change."""

    @property
    def name(self) -> str: ...

    def wants(self, what: Happening, match: Match) -> bool:
        """Whether to queue this event. Called in the transaction of the deed, so it must be quick.

        match: the board after the event.
        """

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        """Process an event. Must be idempotent. The events of a board come in order.

        board: its state right after this event, even if more has happened since.
        """

    def missing(self, tx: Transaction, match: Match, seqs: Collection[int]) -> Collection[int]:
        """Return those of a board's events that have left no result, for the audit.

        seqs: events that the subscriber wants; some of them may still be queued.
        """

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        """Delete the results of a board's events except these, before they are processed again."""


Subscribers = Sequence[Subscriber]


def queue(tx: Transaction, subscribers: Subscribers, what: Happening, match: Match) -> None:
    """Queue the latest event of a board for every subscriber that wants it."""
    for each in subscribers:
        if each.wants(what, match):
            tx.unheard.add(each.name, match.board, match.seq, match.updated)
