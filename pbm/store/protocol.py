"""Protocols of the store, its transaction, players, boards and ratings; users know no engine.

Everything happens in a ``Transaction``. It commits when the ``with`` block ends, and rolls back
when an exception leaves the block.

Numbers are never reused. The rows that one transaction adds are numbered in order. The numbers may
have gaps, and a later transaction may get lower numbers than an earlier one.

Lists have the order that their method documents. Mappings have none and are sorted for display.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, NamedTuple, Protocol, runtime_checkable

from pbm.core.by_seat import BySeat
from pbm.core.events import Event
from pbm.core.games import Seat
from pbm.core.model import Cause, Match, MatchStatus, Player, PlayerStatus, Vacation
from pbm.core.ratings import Place, RatedGame, Rating, RatingChange
from pbm.store.bookkeeping_protocol import (
    Acts,
    Counters,
    Departures,
    Marks,
    Moments,
    Quotas,
    Requests,
)
from pbm.store.contest_protocol import Contests
from pbm.store.mail_protocol import Letters, Outbox, Tokens, WithheldLetters
from pbm.store.nodes_protocol import Leases, Nodes
from pbm.store.play_protocol import Feed, Queues, Seeks, UnheardEvents
from pbm.store.study_protocol import Analyses, Puzzles


class LastMove(NamedTuple):
    """The time of the last move of a seat on the boards of two players."""

    players: BySeat[int]
    seat: Seat
    at: datetime


class RunningGame(NamedTuple):
    """How a running game stands; position as its game encodes it."""

    board: int
    position: str
    plies: int


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

    def snapshot(self, match: Match) -> Mapping[str, Any] | None:
        """The snapshot of the board after its last event; None if there is none."""

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

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next board numbers after ``after``, in order, to iterate over all boards."""

    def causes(self, board: int) -> Sequence[Cause]:
        """The causes of a board's events, even if the board itself was deleted."""

    def last_moves(self) -> Sequence[LastMove]:
        """One for each pair of players and seat with at least one move."""

    def counts(self) -> Mapping[tuple[str, MatchStatus], int]:
        """The number of boards by game (``gyges/classic``) and status."""


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

    def standing(self, game: str) -> Sequence[RatingChange]:
        """The latest change of each player, highest rating first."""

    def take_after(self, game: str, place: Place) -> Sequence[RatedGame]:
        """Delete the games after this place, and return them in order.

        Until the transaction ends, no other transaction can add a game of this kind.
        """

    def list(self) -> Sequence[RatingChange]:
        """All changes, by game and then in order."""

    def clear(self) -> None: ...


Gaps = Sequence[tuple[int, int]]
"""The first and last number of each gap."""


class Removals(Protocol):
    """The numbers of deleted rows."""

    def letters(self) -> Gaps: ...

    def acts(self) -> Gaps: ...

    def boards(self) -> Gaps: ...


class Transaction(Protocol):
    @property
    def letters(self) -> Letters: ...

    @property
    def players(self) -> Players: ...

    @property
    def matches(self) -> Matches: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def tokens(self) -> Tokens: ...

    @property
    def acts(self) -> Acts: ...

    @property
    def requests(self) -> Requests: ...

    @property
    def marks(self) -> Marks: ...

    @property
    def moments(self) -> Moments: ...

    @property
    def counters(self) -> Counters: ...

    @property
    def withheld(self) -> WithheldLetters: ...

    @property
    def quotas(self) -> Quotas: ...

    @property
    def departures(self) -> Departures: ...

    @property
    def vacations(self) -> Vacations: ...

    @property
    def blocks(self) -> Choices:
        """The players whom a player has blocked."""

    @property
    def subscriptions(self) -> Choices:
        """The boards that a player watches without playing there."""

    @property
    def watched_contests(self) -> Choices:
        """The contests that a player watches."""

    @property
    def contests(self) -> Contests: ...

    @property
    def ratings(self) -> Ratings: ...

    @property
    def queues(self) -> Queues: ...

    @property
    def seeks(self) -> Seeks: ...

    @property
    def unheard(self) -> UnheardEvents: ...

    @property
    def feed(self) -> Feed: ...

    @property
    def analyses(self) -> Analyses: ...

    @property
    def puzzles(self) -> Puzzles: ...

    @property
    def nodes(self) -> Nodes: ...

    @property
    def leases(self) -> Leases: ...

    @property
    def removals(self) -> Removals | None:
        """The gaps that deleted rows have left in the numbers.

        None if the engine cannot tell them from other gaps, such as those left by a transaction
        that was rolled back.
        """

    def savepoint(self) -> AbstractContextManager[None]:
        """A block that is rolled back, without the rest of the transaction, if it raises."""


class Store(Protocol):
    """An open store. ``pbm.store.administration`` has the operations on a whole store."""

    def transaction(self, *, acting: bool = True) -> AbstractContextManager[Transaction]:
        """Read one consistent state, and write. Concurrent writers wait, or get a conflict.

        acting: whether it decides by what it reads, so that others that decide must wait. Without
        it an engine may let several nodes write at a time: they add rows, or compare and set one.

        :raises ConflictError: if another transaction has changed what this one compared
        :raises StoreBusyError: if another process keeps the store locked for too long
        """

    def beside(self) -> AbstractContextManager[Transaction]:
        """Act on claimed letters, beside other nodes that do so too, if the engine can.

        Boards, rate limits and rating lists that it decides by are locked. A statement that needs
        more raises ConflictError, and the letter is acted on in an ordinary transaction.

        :raises ConflictError, StoreBusyError: as ``transaction`` does
        """

    def reading(self) -> AbstractContextManager[Transaction]:
        """Read one consistent state without blocking writers."""

    def use_key(self, key: bytes) -> None:
        """Encrypt letters with this key until they were acted on, if the engine does that.

        Without it encrypted letters are read as they are stored.
        """

    def close(self) -> None: ...


@runtime_checkable
class Contended(Protocol):
    """A store that knows whether somebody waits to write. Not every engine does."""

    def has_waiters(self) -> bool:
        """Whether any thread or process waits to write."""


def has_waiters(store: Store) -> bool:
    """Whether somebody is known to wait to write: a hint to give up a long transaction early."""
    return isinstance(store, Contended) and store.has_waiters()
