"""The state of the engine in memory: tables of immutable values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Generic, TypeVar

from pbm.core.analyses import GameAnalysis
from pbm.core.bookkeeping import Act, DoorRequest, FeedLine, Node, Unheard
from pbm.core.contests.events import ContestEvent
from pbm.core.contests.model import Contest, ContestGame, Entry
from pbm.core.events import Event
from pbm.core.marks import Mark
from pbm.core.model import Match, Player, Seek, Vacation
from pbm.core.puzzles import KeptPuzzle, PuzzleTry
from pbm.core.ratings import Rating, RatingChange
from pbm.mail.correspondence import KeptLetter, OutboxMail, Token, Withheld
from pbm.store.mail_protocol import Message

T = TypeVar("T")


class Numbers:
    """Counts on, as a sequence of PostgreSQL does, even after a rollback."""

    def __init__(self, last: int = 0) -> None:
        self.last = last

    def next(self) -> int:
        self.last += 1
        return self.last


class Numbered(Generic[T]):
    """Rows by numbers, in the order they were added. A rollback leaves no gap in the numbers."""

    def __init__(self) -> None:
        self.rows: dict[int, T] = {}
        self._numbers = Numbers()

    def add(self, make: Callable[[int], T]) -> T:
        """Add the row that ``make`` makes of the next number, and return it."""
        number = self._numbers.next()
        self.rows[number] = made = make(number)
        return made

    def change(self, number: int, **values: Any) -> None:
        """Replace columns of a row, if it exists."""
        if number in self.rows:
            self.rows[number] = replace(self.rows[number], **values)  # type: ignore[type-var]

    def get(self, number: int) -> T | None:
        return self.rows.get(number)

    def __iter__(self) -> Iterator[T]:
        """Iterate by number; rows may be changed meanwhile."""
        return iter([*self.rows.values()])

    def __copy__(self) -> Numbered[T]:
        made = type(self)()
        made.rows, made._numbers = dict(self.rows), self._copied_numbers()
        return made

    def _copied_numbers(self) -> Numbers:
        return Numbers(self._numbers.last)


class NumberedWithGaps(Numbered[T]):
    """Rows that several transactions may add concurrently: no number is given twice."""

    def _copied_numbers(self) -> Numbers:
        return self._numbers


@dataclass
class State:
    letters: Numbered[KeptLetter] = field(default_factory=NumberedWithGaps)
    mails: Numbered[OutboxMail] = field(default_factory=NumberedWithGaps)
    acts: Numbered[Act] = field(default_factory=Numbered)
    requests: Numbered[DoorRequest] = field(default_factory=Numbered)
    players: Numbered[Player] = field(default_factory=Numbered)
    looks: set[str] = field(default_factory=set)
    boards: Numbered[Match] = field(default_factory=Numbered)
    seeks: Numbered[Seek] = field(default_factory=Numbered)
    events: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    offered: dict[int, frozenset[int]] = field(default_factory=dict)
    alarms: dict[int, datetime] = field(default_factory=dict)
    snapshots: dict[int, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    queues: dict[tuple[int, int], Mapping[str, Any]] = field(default_factory=dict)
    ratings: list[RatingChange] = field(default_factory=list)
    vacations: list[tuple[int, Vacation]] = field(default_factory=list)
    blocks: dict[tuple[int, int], datetime] = field(default_factory=dict)
    subscriptions: dict[tuple[int, int], datetime] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)
    marks: list[tuple[Mark, datetime]] = field(default_factory=list)
    moments: dict[Mark, datetime] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    fetched: dict[tuple[str, int, int], Message] = field(default_factory=dict)
    withheld: dict[int, Withheld] = field(default_factory=dict)
    quotas: dict[tuple[str, date], int] = field(default_factory=dict)
    unheard: dict[Unheard, datetime] = field(default_factory=dict)
    feed: Numbered[FeedLine] = field(default_factory=Numbered)
    departures: dict[str, datetime] = field(default_factory=dict)
    contests: Numbered[Contest] = field(default_factory=Numbered)
    contest_events: dict[int, tuple[ContestEvent, ...]] = field(default_factory=dict)
    contest_alarms: dict[int, datetime] = field(default_factory=dict)
    contest_entries: dict[tuple[int, int], Entry] = field(default_factory=dict)
    contest_games: dict[int, ContestGame] = field(default_factory=dict)
    watched_contests: dict[tuple[int, int], datetime] = field(default_factory=dict)
    analyses: dict[int, GameAnalysis] = field(default_factory=dict)
    analyses_asked: dict[tuple[int, int], datetime] = field(default_factory=dict)
    puzzles: Numbered[KeptPuzzle] = field(default_factory=Numbered)
    puzzle_tries: dict[tuple[int, int], PuzzleTry] = field(default_factory=dict)
    solvers: dict[tuple[int, str], Rating] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    leases: dict[int, tuple[str, datetime]] = field(default_factory=dict)

    def __copy__(self) -> State:
        """Copy the tables, not the values in them."""
        return State(**{name: copy(table) for name, table in vars(self).items()})

    def go_back_to(self, before: State) -> None:
        vars(self).update(vars(before))


class Repository:
    """The base of all repositories: access to the tables of a transaction."""

    def __init__(self, state: State) -> None:
        self._state = state


def plain(data: Any) -> Any:
    """A copy that went through JSON, so that the caller cannot change the stored value."""
    return json.loads(json.dumps(data))


def after(table: Numbered[Any], number: int, limit: int) -> list[int]:
    """The next numbers after ``number``, to iterate over all numbers."""
    return [each for each in sorted(table.rows) if each > number][:limit]
