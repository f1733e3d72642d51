"""What a store answers about play beside the boards themselves; the rest is in ``protocol``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from pbm.core.model import FeedLine, Seek, Unheard

Plans = Mapping[int, Mapping[str, Any]]
"""What is queued on a board, by player."""


class Queues(Protocol):
    """What players have decided beforehand, one plan a player and board, as plain data."""

    def of(self, board: int) -> Plans: ...

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        """Keep a plan in the place of the one before."""

    def drop(self, board: int, player: int) -> None: ...

    def clear(self, board: int) -> None:
        """Forget every plan for a board."""


class UnheardEvents(Protocol):
    """What happened and subscribers have not heard of yet, a queue for each by its name.

    It is in no order of numbers: several nodes may add to it at once.
    """

    def add(self, subscriber: str, board: int, seq: int, due: datetime) -> None:
        """Queue an event once, however often it is added."""

    def due(self, subscriber: str, now: datetime, limit: int) -> Sequence[Unheard]:
        """What the subscriber is to hear of now, the oldest first.

        Of each board it is one event at most, the first that waits, and none while that is put off.
        """

    def queued(self, subscriber: str, board: int) -> Collection[int]:
        """The events of a board that wait for a subscriber."""

    def oldest(self) -> Mapping[str, datetime]:
        """When the oldest event that waits happened, for each subscriber for whom one does."""

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        """Try again later."""

    def drop(self, unheard: Unheard) -> None:
        """It was heard of."""


class Feed(Protocol):
    """The feed of finished games. Who has read it up to some place finds everything that is new
    behind that place: a line that can be read later than another one has the higher place. Places
    may have gaps, and none is given twice.
    """

    def put(self, line: FeedLine) -> None:
        """Keep it at the end, or at the place of what was kept of that event."""

    def retain(self, board: int, seqs: Collection[int]) -> None:
        """Forget all of a board but what tells of these events."""

    def seqs(self, board: int) -> Collection[int]:
        """The events of a board that it tells of."""

    def after(self, place: int, limit: int) -> Sequence[FeedLine]:
        """The next lines behind that place, in the order of their places."""

    def last(self) -> int:
        """The highest place, 0 where there is no line."""


class Seeks(Protocol):
    """Challenges that anyone may take."""

    def add(
        self, player: int, game: str, left: int, options: Mapping[str, str], at: datetime
    ) -> Seek: ...

    def get(self, seek: int) -> Seek | None: ...

    def of(self, player: int) -> list[Seek]:
        """The open seeks of a player, oldest first."""

    def list(self, game: str) -> list[Seek]:
        """The open seeks of a game, oldest first."""

    def take(self, seek: int) -> None:
        """Count one game off; a seek that has none left is gone.

        :raises ConflictError: if it is gone already
        """

    def drop(self, seek: int) -> None: ...
