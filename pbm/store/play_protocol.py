"""What a store answers about play beside the boards themselves; the rest is in ``protocol``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from pbm.core.model import FinishedGame, Seek, Unheard

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
        """What the subscriber is to hear of now, the oldest first."""

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        """Try again later."""

    def drop(self, unheard: Unheard) -> None:
        """It was heard of."""


class FinishedGames(Protocol):
    """The games that ended here, and which of them were read, in the order in which they ended."""

    def put(self, game: FinishedGame) -> None:
        """Keep it, in the place of what was kept of that event; read stays read."""

    def retain(self, board: int, seqs: Collection[int]) -> None:
        """Forget all of a board but those that these events ended."""

    def unread(self, limit: int) -> Sequence[FinishedGame]: ...

    def after(self, game: FinishedGame | None, limit: int) -> Sequence[FinishedGame]:
        """The next ones after that one, or the first ones, to walk through all of them."""

    def mark_read(self, games: Sequence[FinishedGame]) -> None: ...


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
