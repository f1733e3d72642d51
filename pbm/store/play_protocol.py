"""Protocols of the store for plans, subscribers, the feed, and seeks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from pbm.core.bookkeeping import FeedLine, Unheard
from pbm.core.model import Seek

Plans = Mapping[int, Mapping[str, Any]]
"""The plans on a board by player, as plain data."""


class Queues(Protocol):
    """Moves that players have planned beforehand: one plan per player and board."""

    def of(self, board: int) -> Plans: ...

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        """Store a plan; it replaces the previous one."""

    def drop(self, board: int, player: int) -> None: ...

    def clear(self, board: int) -> None:
        """Delete all plans for a board."""


class UnheardEvents(Protocol):
    """Events that subscribers have yet to process: one queue per subscriber, by its name.

    The queue has no numbers, so that several nodes may add to it at once.
    """

    def add(self, subscriber: str, board: int, seq: int, due: datetime) -> None:
        """Queue an event. Idempotent."""

    def due(self, subscriber: str, now: datetime, limit: int) -> Sequence[Unheard]:
        """The events for the subscriber to process now, oldest first.

        Of each board only the first event that waits is among them, unless it is put off.
        """

    def queued(self, subscriber: str, board: int) -> Collection[int]:
        """The seqs of a board's events that wait for a subscriber."""

    def oldest(self) -> Mapping[str, datetime]:
        """The time of the oldest waiting event of each subscriber that has one."""

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        """Let the subscriber hear the event again later."""

    def drop(self, unheard: Unheard) -> None:
        """Remove an event that was processed."""


class Feed(Protocol):
    """The feed of finished games.

    A line that becomes visible later has a higher place, so that a reader finds all that is new
    after the last place it has read. Places are never reused and may have gaps.
    """

    def put(self, line: FeedLine) -> None:
        """Append a line, or replace the line of the same event at its place."""

    def retain(self, board: int, seqs: Collection[int]) -> None:
        """Delete the lines of a board except those of the events ``seqs``."""

    def seqs(self, board: int) -> Collection[int]:
        """The seqs of the board's events that have a line."""

    def after(self, place: int, limit: int) -> Sequence[FeedLine]:
        """The next lines after ``place``, in order."""

    def last(self) -> int:
        """The highest place, 0 if there is no line."""


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
        """Use up one game of a seek. A seek with no games left is deleted.

        :raises ConflictError: if the seek no longer exists
        """

    def drop(self, seek: int) -> None: ...
