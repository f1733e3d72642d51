"""What a store answers. The rooms that use one know these protocols and no engine.

Everything happens inside a ``Transaction``: what it wrote is kept when the ``with`` block ends,
and forgotten when an exception leaves it. Letters are numbered in the order they were kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from pbm.mail.letter import Envelope
from pbm.model import (
    Act,
    Cause,
    Deed,
    Event,
    KeptLetter,
    LetterStatus,
    MailStatus,
    Match,
    MatchStatus,
    OutboxMail,
    Player,
    PlayerStatus,
    Purpose,
    Token,
    Vacation,
)
from pbm.ratings import Place, RatedGame, Rating, RatingChange
from pbm.store.play_protocol import Queues, Seeks

Gaps = Sequence[tuple[int, int]]
"""First and last of each run of numbers that were given away and whose rows are gone."""


class Letters(Protocol):
    """The inbox: raw letters, kept before anything else happens to them."""

    def keep(self, envelope: Envelope, at: datetime) -> int:
        """Keep a letter as it came and return its id."""

    def get(self, letter: int) -> KeptLetter | None: ...

    def waiting(self) -> list[int]:
        """Letters not yet acted on, oldest first."""

    def settle(
        self, letter: int, status: LetterStatus, note: str = "", *, kept: KeptLetter | None = None
    ) -> None:
        """Say what became of a letter. ``kept`` holds the redacted bytes and addresses to keep."""

    def first_with_key(self, key: str, letter: int) -> KeptLetter | None:
        """The earliest settled letter, other than this one, with the same duplicate key."""

    def set_key(self, letter: int, key: str) -> None: ...

    def list(self, status: LetterStatus | None = None, limit: int = 100) -> list[KeptLetter]:
        """The newest letters, newest first."""

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        """Letters that came from one of the addresses, or were answered to the player."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next letters after that one, oldest first: to walk through all of them."""

    def missing(self) -> Gaps: ...

    def counts(self) -> Mapping[LetterStatus, int]: ...


class Players(Protocol):
    def add(
        self, userid: str, addresses: Sequence[str], password: str | None, at: datetime
    ) -> Player:
        """:raises TakenError: if the userid, one that looks like it, or an address is taken."""

    def get(self, player: int) -> Player:
        """:raises KeyError: if there is none."""

    def find(self, player: int) -> Player | None: ...

    def by_userid(self, userid: str) -> Player | None: ...

    def by_address(self, address: str) -> Player | None: ...

    def is_taken(self, userid: str) -> bool:
        """Whether the userid or a look-alike of it belongs to somebody."""

    def set_password(self, player: int, password: str | None) -> None: ...

    def set_status(self, player: int, status: PlayerStatus) -> None: ...

    def set_settings(self, player: int, settings: Mapping[str, str]) -> None: ...

    def add_address(self, player: int, address: str) -> None:
        """:raises TakenError: if the address belongs to somebody."""

    def drop_address(self, player: int, address: str) -> None: ...

    def list(self) -> list[Player]:
        """Every player by userid."""


class Matches(Protocol):
    def open(self, match: Match) -> int:
        """Store a new board, whose number is chosen here and returned; it has no event yet."""

    def get(self, board: int) -> Match | None: ...

    def events(self, board: int) -> list[Event]:
        """Every event of a board in order."""

    def record(self, match: Match, deed: Deed, cause: Cause) -> Match:
        """Append an event and store the board as it stands after it.

        :raises ConflictError: if the board has moved on since ``match`` was read
        """

    def of_player(self, player: int) -> list[Match]:
        """A player's boards, newest change first."""

    def list(self, game: str | None = None) -> list[Match]:
        """Every board by number."""

    def due(self, now: datetime, limit: int) -> Sequence[Match]:
        """Boards whose alarm has come: their clocks ask for something to be done.

        Recording an event sets the alarm anew.
        """

    def set_alarm(self, board: int, at: datetime | None) -> None:
        """When the board is due next, None for never."""

    def timed(self) -> Sequence[Match]:
        """Every running board that has a clock."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next boards after that one, by number: to walk through all of them."""

    def causes(self, board: int) -> Sequence[Cause]:
        """What caused the events of a board, even where the board itself is gone."""

    def last_moves(self) -> Mapping[int, datetime]:
        """When each player moved last, on whatever board; without those who never have."""

    def missing(self) -> Gaps: ...

    def counts(self) -> Mapping[tuple[str, MatchStatus], int]:
        """How many boards of each game (``gyges/classic``) and status."""


class Outbox(Protocol):
    def add(self, mail: OutboxMail, at: datetime) -> int:
        """Queue a mail and return its id."""

    def get(self, mail: int) -> OutboxMail | None: ...

    def due(self, now: datetime, limit: int) -> list[OutboxMail]:
        """Queued mails whose time has come, oldest first.

        A mail is left out while an older one to the same recipient waits for its time: mails to
        one address go out in order.
        """

    def held(self) -> list[OutboxMail]:
        """Mails that wait for a digest, oldest first."""

    def gather(self, mail: int) -> None:
        """A held mail was told in a digest."""

    def replies_to(self, letter: int) -> list[OutboxMail]:
        """The mails that answered a letter."""

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        """The mails to a player, and those to one of the addresses, oldest first."""

    def thread(self, board: int, player: int) -> list[str]:
        """Message-IDs of a board's mails to a player: the first one and the latest ones."""

    def told(self, board: int) -> set[tuple[int, int]]:
        """(seq, player) of every mail about a board's events."""

    def causes(self, board: int) -> Mapping[int, Cause]:
        """What caused the mails about each event of a board, by its seq."""

    def mark_sent(self, mail: int, now: datetime) -> None: ...

    def postpone(self, mail: int, until: datetime, why: str) -> None:
        """Try again later; counts an attempt."""

    def mark_dead(self, mail: int, why: str) -> None: ...

    def revive(self, mail: int, now: datetime) -> None:
        """Queue a dead, dropped or postponed mail again, to be sent at once."""

    def drop(self, mail: int) -> None: ...

    def list(self, status: MailStatus | None = None, limit: int = 100) -> list[OutboxMail]:
        """The newest mails, newest first."""

    def counts(self) -> Mapping[MailStatus, int]: ...

    def oldest(self) -> OutboxMail | None:
        """The mail that has been queued for the longest time."""


class Tokens(Protocol):
    def add(self, token: Token) -> None: ...

    def find(self, hash_: str) -> Token | None: ...

    def use(self, hash_: str, at: datetime) -> None:
        """Mark a token that is good for one use as used up."""

    def counts(self, player: int) -> Mapping[Purpose, int]:
        """How many tokens of each purpose were given to a player."""

    def revoke(self, player: int, purpose: str) -> None:
        """Forget a player's unused tokens of one purpose."""

    def forget(self, before: datetime) -> None:
        """Forget tokens that expired before then."""


class Acts(Protocol):
    def add(self, command: str, why: str, facts: Mapping[str, Any], at: datetime) -> Act: ...

    def get(self, act: int) -> Act | None: ...

    def missing(self) -> Gaps: ...

    def count(self) -> int: ...

    def list(self, limit: int = 100) -> Sequence[Act]:
        """The newest acts, newest first."""


class Marks(Protocol):
    """Counted moments, for limits such as one alert a day and five wrong passwords an hour."""

    def add(self, key: str, at: datetime) -> None: ...

    def count(self, key: str, since: datetime) -> int: ...

    def forget(self, before: datetime) -> None:
        """Forget what was counted before then."""


class Moments(Protocol):
    """When something was done last, by a name for it."""

    def get(self, name: str) -> datetime | None: ...

    def set(self, name: str, at: datetime) -> None: ...


class Vacations(Protocol):
    """When players are away."""

    def add(self, player: int, start: datetime, end: datetime) -> None: ...

    def of(self, player: int) -> Sequence[Vacation]:
        """All of a player's, those that are over too, by their start."""

    def end(self, player: int, at: datetime) -> None:
        """Let a player be back at this moment: what was planned for later is forgotten."""


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
        """A player's rating after all his games; the first one until he has played."""

    def before(self, game: str, player: int, place: Place) -> Rating:
        """The same after those of his games alone that come before this place."""

    def of_board(self, board: int) -> Sequence[RatingChange]:
        """What a game did; nothing for one that does not count."""

    def of_player(self, game: str, player: int) -> Sequence[RatingChange]:
        """What a player's games did, newest first."""

    def standing(self, game: str) -> Sequence[RatingChange]:
        """Each player's latest change, the highest rating first."""

    def take_after(self, game: str, place: Place) -> Sequence[RatedGame]:
        """Forget the games that come after this place, and return them in order."""

    def list(self) -> Sequence[RatingChange]:
        """Every change, by game and then in order."""

    def clear(self) -> None: ...


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
    def marks(self) -> Marks: ...

    @property
    def moments(self) -> Moments: ...

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

    def savepoint(self) -> AbstractContextManager[None]:
        """A block whose writes alone are forgotten when an exception leaves it."""


class Store(Protocol):
    def transaction(self) -> AbstractContextManager[Transaction]:
        """Read and write; one at a time, whoever else writes waits.

        :raises StoreBusyError: if another process holds the store for too long
        """

    def reading(self) -> AbstractContextManager[Transaction]:
        """Read one consistent state without making any writer wait."""

    def copy_to(self, path: Path) -> None:
        """Write one consistent copy of everything to a new file, while others read and write."""

    def tidy(self) -> None:
        """Overwrite what was changed and removed, so that redacted secrets are gone for good."""

    def close(self) -> None: ...
