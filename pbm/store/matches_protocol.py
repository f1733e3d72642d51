"""Protocols of the store for boards, events and ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from pbm.core.by_seat import BySeat
from pbm.core.events import Event
from pbm.core.games import Seat
from pbm.core.model import Cause, Match, MatchStatus
from pbm.core.ratings import Place, RatedGame, Rating, RatingChange


class LastMove(NamedTuple):
    """The time of the last move of a seat on the boards of two players."""

    players: BySeat[int]
    seat: Seat
    at: datetime


class RunningGame(NamedTuple):
    """A running game with its position, as its game encodes it."""

    board: int
    position: str
    plies: int


class Matches(Protocol):
    def open(self, match: Match) -> int:
        """Store a new board without events, and return its number, which the store assigns."""

    def get(self, board: int) -> Match | None: ...

    def events(self, board: int) -> list[Event]:
        """All events of a board in order."""

    def append(self, match: Match, event: Event, alarm: datetime | None) -> None:
        """Append an event, and store the board as it is after the event.

        alarm: when the board is due next, None for never.

        :raises ConflictError: if the event does not follow the board's last one
        """

    def mark_offered(self, board: int, seqs: range) -> None:
        """Mark events as offered to all subscribers that must hear of them."""

    def offered(self, board: int) -> Collection[int]:
        """The seqs of a board's events that were offered. Older versions did not record this."""

    @property
    def lacks(self) -> Sequence[str]:
        """Repositories that have nothing about the board that was read last, as far as is known."""

    def snapshot(self, match: Match, *, stale: bool = False) -> Mapping[str, Any] | None:
        """The snapshot of the board after its last event; None if there is none.

        stale: return one from before its last events, too.
        """

    def keep_snapshot(self, match: Match, kept: Mapping[str, Any]) -> None:
        """Store a snapshot, as plain data; it replaces the previous one."""

    def drop_snapshot(self, board: int) -> None: ...

    def of_player(self, player: int) -> list[Match]:
        """A player's boards; the most recently changed comes first."""

    def open_of(self, player: int) -> Sequence[Match]:
        """A player's invitations and running boards; the least recently changed comes first."""

    def list(self, game: str | None = None) -> list[Match]:
        """All boards, ordered by number."""

    def due(self, now: datetime, limit: int) -> Sequence[Match]:
        """Boards whose alarm is due, because their clock requires an action.

        Appending an event sets a new alarm.
        """

    def set_alarm(self, match: Match, at: datetime | None) -> None:
        """Set when the board is due next, None for never.

        :raises ConflictError: if ``match`` is not the board after its last event
        """

    def timed(self) -> Sequence[Match]:
        """All running boards that have a clock."""

    def running(self, spec: str) -> Sequence[RunningGame]:
        """All running games of a rule set, in any order."""

    def of_plugins(self) -> Sequence[Match]:
        """All running games whose rules a plugin brings, by board."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next board numbers after ``after``, in order, to iterate over all boards."""

    def causes(self, board: int) -> Sequence[Cause]:
        """The causes of a board's events, even if the board itself was deleted."""

    def last_moves(self) -> Sequence[LastMove]:
        """The last moves: one for each pair of players and seat with at least one move."""

    def played_lately(self, newest: int) -> Sequence[str]:
        """The games of that many newest boards, the most frequent first."""

    def counts(self) -> Mapping[tuple[str, MatchStatus], int]:
        """The number of boards by game (``gyges/classic``) and status."""


class Ratings(Protocol):
    """The rating changes of rated games, two per game.

    The games of one kind are ordered by ``place``.
    """

    def add(self, changes: Sequence[RatingChange]) -> None:
        """Store the changes of one game, first seat first."""

    def now(self, game: str, player: int) -> Rating:
        """A player's current rating; the initial one if they have not played yet."""

    def before(self, game: str, player: int, place: Place) -> Rating:
        """A player's rating after the games before this place."""

    def of_board(self, board: int) -> Sequence[RatingChange]:
        """The changes of one game; none for a game that does not count."""

    def of_player(self, game: str, player: int) -> Sequence[RatingChange]:
        """The changes of a player's games, newest first."""

    def of_pair(self, game: str, one: int, other: int, since: datetime) -> int:
        """The number of games of these two players that ended after ``since``.

        Until the transaction ends, no other transaction can add a game of this kind.
        """

    def standing(self, game: str) -> Sequence[RatingChange]:
        """The latest change of each player, highest rating first."""

    def take_after(self, game: str, place: Place) -> Sequence[RatedGame]:
        """Delete the games after ``place``, and return them in order.

        Until the transaction ends, no other transaction can add a game of this kind.
        """

    def list(self) -> Sequence[RatingChange]:
        """All changes, by game and then in order."""

    def clear(self) -> None: ...
