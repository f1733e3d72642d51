"""What a store answers about play beside the boards themselves; the rest is in ``protocol``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from pbm.core.model import Seek

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
