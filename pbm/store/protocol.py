"""What a store answers. The rooms that use one know these protocols and no engine.

Everything happens inside a ``Transaction``: what it wrote is kept when the ``with`` block ends,
and forgotten when an exception leaves it.

A number is given to one row and never to another one. Whatever a transaction adds is numbered in
its order; of two transactions the later one may have the smaller numbers, and some may be left out.

A list is in the order that its method names. A mapping is in none: it is sorted where it is shown.
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
from pbm.store.mail_protocol import (
    Acts,
    Counters,
    Departures,
    Letters,
    Marks,
    Moments,
    Outbox,
    Quotas,
    Requests,
    Tokens,
    WithheldLetters,
)
from pbm.store.play_protocol import Feed, Queues, Seeks, UnheardEvents


class LastMove(NamedTuple):
    """When a seat moved last on the boards of two players."""

    players: BySeat[int]
    seat: Seat
    at: datetime


class Players(Protocol):
    def add(
        self, userid: str, look: str, addresses: Sequence[str], password: str | None, at: datetime
    ) -> Player:
        """look: what the userid looks like (``pbm.core.names.look``); no two players share one.

        :raises TakenError: if the userid, its look or an address is taken
        """

    def get(self, player: int) -> Player:
        """:raises KeyError: if there is none."""

    def find(self, player: int) -> Player | None: ...

    def by_userid(self, userid: str) -> Player | None: ...

    def by_address(self, address: str) -> Player | None: ...

    def is_taken(self, look: str) -> bool:
        """Whether somebody has a userid that looks so."""

    def set_password(self, player: int, password: str | None) -> None: ...

    def set_status(self, player: int, status: PlayerStatus) -> None: ...

    def set_setting(self, player: int, name: str, value: str) -> None:
        """Let a player have this setting; what others are set to meanwhile stays."""

    def clear_settings(self, player: int) -> None: ...

    def add_address(self, player: int, address: str) -> None:
        """:raises TakenError: if the address belongs to somebody."""

    def drop_address(self, player: int, address: str) -> None: ...

    def set_bounced(self, address: str, at: datetime | None) -> None:
        """Mark a player's address as one from which a mail came back then; None: as good again."""

    def list(self) -> list[Player]:
        """Every player by userid."""


class Matches(Protocol):
    def open(self, match: Match) -> int:
        """Store a new board, whose number is chosen here and returned; it has no event yet."""

    def get(self, board: int) -> Match | None: ...

    def events(self, board: int) -> list[Event]:
        """Every event of a board in order."""

    def append(self, match: Match, event: Event, alarm: datetime | None) -> None:
        """Append an event, and store the board as it stands after it.

        alarm: when the board is due next, None for never.

        :raises ConflictError: if the board's last event is not the one that this follows
        """

    def mark_offered(self, board: int, seqs: range) -> None:
        """These events were offered to everybody who must hear of them."""

    def offered(self, board: int) -> Collection[int]:
        """The events of a board that were; it was not noted of old ones."""

    def snapshot(self, match: Match) -> Mapping[str, Any] | None:
        """What was kept of the board after its last event; None if nothing was."""

    def keep_snapshot(self, match: Match, kept: Mapping[str, Any]) -> None:
        """Keep plain data beside the board, in the place of what was kept before."""

    def drop_snapshot(self, board: int) -> None: ...

    def of_player(self, player: int) -> list[Match]:
        """A player's boards, newest change first."""

    def list(self, game: str | None = None) -> list[Match]:
        """Every board by number."""

    def due(self, now: datetime, limit: int) -> Sequence[Match]:
        """Boards whose alarm has come: their clocks ask for something to be done.

        Appending an event sets the alarm anew.
        """

    def set_alarm(self, match: Match, at: datetime | None) -> None:
        """When the board is due next, None for never.

        :raises ConflictError: if the board's last event is not the one that ``match`` stands after
        """

    def timed(self) -> Sequence[Match]:
        """Every running board that has a clock."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next boards after that one, by number: to walk through all of them."""

    def causes(self, board: int) -> Sequence[Cause]:
        """What caused the events of a board, even where the board itself is gone."""

    def last_moves(self) -> Sequence[LastMove]:
        """One for each two players and seat, where one was ever made."""

    def counts(self) -> Mapping[tuple[str, MatchStatus], int]:
        """How many boards of each game (``gyges/classic``) and status."""


class Vacations(Protocol):
    """When players are away."""

    def add(self, player: int, start: datetime, end: datetime) -> None: ...

    def of(self, player: int) -> Sequence[Vacation]:
        """All of a player's, those that are over too, by their start."""

    def end(self, player: int, at: datetime) -> None:
        """Let a player be back at this moment: what was planned for later is forgotten."""

    def erase(self, player: int) -> None:
        """Forget all of a player's."""


class Ties(Protocol):
    """What players have chosen: for each player the ids of other players, or of boards."""

    def add(self, player: int, other: int, at: datetime) -> None:
        """Tie the two together; nothing changes where they are already."""

    def drop(self, player: int, other: int) -> None: ...

    def holds(self, player: int, other: int) -> bool: ...

    def of(self, player: int) -> list[int]:
        """What the player has chosen, the oldest choice first."""

    def to(self, other: int) -> list[int]:
        """The players who have chosen it, the first one first."""


class Ratings(Protocol):
    """What rated games did to their players' ratings, two changes a game.

    Games of one kind are in the order of their ``place``.
    """

    def add(self, changes: Sequence[RatingChange]) -> None:
        """Keep what one game did, first seat first."""

    def now(self, game: str, player: int) -> Rating:
        """A player's rating after all their games; the first one until they have played."""

    def before(self, game: str, player: int, place: Place) -> Rating:
        """The same after those of their games alone that come before this place."""

    def of_board(self, board: int) -> Sequence[RatingChange]:
        """What a game did; nothing for one that does not count."""

    def of_player(self, game: str, player: int) -> Sequence[RatingChange]:
        """What a player's games did, newest first."""

    def standing(self, game: str) -> Sequence[RatingChange]:
        """Each player's latest change, the highest rating first."""

    def take_after(self, game: str, place: Place) -> Sequence[RatedGame]:
        """Forget the games that come after this place, and return them in order.

        Until the transaction ends nobody else enters a game of this kind: the order is theirs who
        took it.
        """

    def list(self) -> Sequence[RatingChange]:
        """Every change, by game and then in order."""

    def clear(self) -> None: ...


Gaps = Sequence[tuple[int, int]]
"""First and last of each run of numbers."""


class Removals(Protocol):
    """The numbers of rows that were kept and are gone."""

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
    def blocks(self) -> Ties:
        """The players whom a player does not want to hear from."""

    @property
    def subscriptions(self) -> Ties:
        """The boards that a player watches without playing there."""

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
    def removals(self) -> Removals | None:
        """None where nobody can tell: numbers may have gaps of their own, such as those that were
        given away in a transaction that was rolled back.
        """

    def savepoint(self) -> AbstractContextManager[None]:
        """A block whose writes alone are forgotten when an exception leaves it."""


class Store(Protocol):
    """A store that is open. ``pbm.store.administration`` has what is done to one as a whole."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Read one state, and write. Whoever else writes waits, or one of the two meets a conflict.

        :raises ConflictError: if another one has changed what this one compared before it wrote
        :raises StoreBusyError: if another process holds the store for too long
        """

    def reading(self) -> AbstractContextManager[Transaction]:
        """Read one consistent state without making any writer wait."""

    def close(self) -> None: ...


@runtime_checkable
class Contended(Protocol):
    """A store that knows of those who wait to write. Not every engine does."""

    def is_awaited(self) -> bool:
        """Whether anybody waits to write, here or in another process."""


def is_awaited(store: Store) -> bool:
    """Whether anybody is known to wait to write: a hint to those that could write for long."""
    return isinstance(store, Contended) and store.is_awaited()
