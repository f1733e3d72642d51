"""Protocols of the store for players, their vacations and their choices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from pbm.core.by_seat import BySeat
from pbm.core.model import Player, PlayerStatus, Vacation


class Players(Protocol):
    def add(
        self, userid: str, look: str, addresses: Sequence[str], password: str | None, at: datetime
    ) -> Player:
        """Add a player. look: the look of the userid (``pbm.core.names.look``), which is unique.

        :raises TakenError: if the userid, its look or an address is taken
        """

    def get(self, player: int) -> Player:
        """:raises KeyError: if there is no such player"""

    def find(self, player: int) -> Player | None: ...

    def both(self, players: BySeat[int]) -> Sequence[Player]:
        """Read the players of a board together, since a letter about it asks for each of them."""

    def by_userid(self, userid: str) -> Player | None: ...

    def by_address(self, address: str) -> Player | None: ...

    def is_taken(self, look: str) -> bool:
        """Whether a player has a userid with this look."""

    def set_password(self, player: int, password: str | None) -> None: ...

    def set_status(self, player: int, status: PlayerStatus) -> None: ...

    def set_setting(self, player: int, name: str, value: str) -> None:
        """Write one setting of a player. Concurrent writes of other settings are not lost."""

    def clear_settings(self, player: int) -> None: ...

    def add_address(self, player: int, address: str) -> None:
        """:raises TakenError: if the address belongs to a player"""

    def drop_address(self, player: int, address: str) -> None: ...

    def set_bounced(self, address: str, at: datetime | None) -> None:
        """Set when a mail to the address bounced; None marks the address as good again."""

    def list(self) -> list[Player]:
        """All players, ordered by userid."""

    def programs(self) -> Sequence[Player]:
        """The players that are programs, ordered by userid."""


class Vacations(Protocol):
    """Vacations of players."""

    def add(self, player: int, start: datetime, end: datetime) -> None: ...

    def of(self, player: int) -> Sequence[Vacation]:
        """All vacations of a player, including past ones, ordered by start."""

    def end(self, player: int, at: datetime) -> None:
        """End a running vacation at this time, and delete later ones."""

    def erase(self, player: int) -> None:
        """Delete all vacations of a player."""


class Choices(Protocol):
    """Choices of players: for each player, the ids of other players or of boards."""

    def add(self, player: int, other: int, at: datetime) -> None:
        """Add a choice. Idempotent."""

    def drop(self, player: int, other: int) -> None: ...

    def holds(self, player: int, other: int) -> bool: ...

    def of(self, player: int) -> list[int]:
        """The ids that the player has chosen, oldest choice first."""

    def to(self, other: int) -> list[int]:
        """The players who have chosen this id, in order of their choices."""
