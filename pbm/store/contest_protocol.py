"""Protocol of the store for contests: their events, entries and games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from pbm.core.contests.events import ContestEvent
from pbm.core.contests.model import Contest, ContestGame, ContestKind, Entry


class Kept(NamedTuple):
    """How many of a player's games in contests are over, and how many of them they played."""

    played: int
    over: int


class Contests(Protocol):
    """Contests; each has a chain of events, like a board."""

    def open(self, contest: Contest) -> int:
        """Store a new contest without events, and return its number, which the store assigns."""

    def get(self, contest: int) -> Contest | None: ...

    def events(self, contest: int, kind: str | None = None) -> Sequence[ContestEvent]:
        """The events of a contest in order: those of a kind, or all."""

    def append(self, contest: Contest, event: ContestEvent, alarm: datetime | None) -> None:
        """Append an event, and store the contest as it is after the event.

        alarm: when something in the contest is due next, None for never.

        :raises ConflictError: if the event does not follow the contest's last one
        """

    def set_alarm(self, contest: Contest, at: datetime | None) -> None:
        """Set when something in the contest is due next, None for never.

        :raises ConflictError: if ``contest`` is not the contest after its last event
        """

    def due(self, now: datetime, limit: int) -> Sequence[Contest]:
        """Contests whose alarm is due, the one that waits longest first."""

    def list(self, kind: ContestKind | None = None, game: str | None = None) -> Sequence[Contest]:
        """Contests of a kind and a game, or of all, ordered by id."""

    def alive(self, kind: ContestKind, game: str) -> Sequence[Contest]:
        """Contests of a kind and a game that are neither over nor closed, ordered by id."""

    def last(self, kind: ContestKind, spec: str) -> Contest | None:
        """The latest contest of a kind and a rule set."""

    def leagues(self, season: int) -> Sequence[Contest]:
        """The leagues of a season that have begun, the highest first."""

    def league_of(self, season: int, player: int) -> Contest | None:
        """The league of a season in which a player is."""

    def running_leagues(self, season: int, limit: int) -> Sequence[Contest]:
        """Leagues of a season that are not over, the highest first."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next ids after ``after``, in order, to iterate over all contests."""

    def seqs(self) -> Mapping[int, int]:
        """The number of the last event of each contest, which shows whether it has changed."""

    def dates(self, contest: int) -> Mapping[str, datetime]:
        """The times when leagues were made, or a contest was begun, finished or closed.

        The keys are the kinds of these events.
        """

    def entry(self, contest: int, player: int) -> Entry | None: ...

    def entries(self, contest: int) -> Sequence[Entry]:
        """The entries of a contest by place, then in the order in which players entered."""

    def count_entries(self, contest: int) -> int: ...

    def placed(self, contest: int, first: int, last: int) -> Sequence[Entry]:
        """The entries with places from ``first`` to ``last``, in order."""

    def untold(self, contest: int, limit: int) -> Sequence[Entry]:
        """Entries whose players have not yet been told that the contest begins, by player."""

    def after(self, contest: int, player: int, limit: int) -> Sequence[Entry]:
        """The entries of the next players after ``player``, by player."""

    def entries_of(self, player: int) -> Sequence[Entry]:
        """All entries of a player, by contest."""

    def put_entry(self, entry: Entry) -> None:
        """Store an entry; it replaces the player's previous one."""

    def drop_entry(self, contest: int, player: int) -> None: ...

    def game(self, board: int) -> ContestGame | None:
        """The game of a contest that is played on this board; None if there is none."""

    def games(self, contest: int) -> Sequence[ContestGame]:
        """The games of a contest, ordered by board."""

    def games_of(self, contest: int, player: int) -> Sequence[ContestGame]:
        """The games of a player in a contest, ordered by board."""

    def put_game(self, game: ContestGame) -> None:
        """Store a game; it replaces the one on that board."""

    def kept(self, player: int) -> Kept:
        """Count a player's games in contests that are over, and how many of these they played."""

    def appointments(self) -> Mapping[int, Kept]:
        """Like ``kept``, but for every player with games in contests."""
