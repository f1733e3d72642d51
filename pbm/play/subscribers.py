"""Who hears of what happened after the fact: later, from a queue in the store.

A subscriber that fails is asked again later and keeps nobody waiting. What must be told with the
deed itself is published instead, see ``news``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from pbm.core.board import Board
from pbm.core.events import Event
from pbm.core.happenings import Happening
from pbm.core.model import Match
from pbm.store.protocol import Transaction


class Subscriber(Protocol):
    """name: what its part of the queue is kept under, and stays kept under."""

    @property
    def name(self) -> str: ...

    def wants(self, what: Happening, match: Match) -> bool:
        """Whether to hear of it; asked with the deed, so it has to be quick.

        match: the board as that leaves it.
        """

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        """React. It may be called again for an event, and must come to the same. Events of one
        board are heard in their order.

        board: as the event left it, whatever has happened since.
        """

    def missing(self, tx: Transaction, match: Match, seqs: Collection[int]) -> Collection[int]:
        """Those of these events of a board of which nothing was made, though it should have been.

        seqs: events that it wanted to hear of.
        """

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        """Forget what was made of a board's other events: it is made again from these."""


Subscribers = Sequence[Subscriber]


def queue(tx: Transaction, subscribers: Subscribers, what: Happening, match: Match) -> None:
    """Queue the latest event of a board for every subscriber that wants to hear of it."""
    for each in subscribers:
        if each.wants(what, match):
            tx.unheard.add(each.name, match.board, match.seq, match.updated)
