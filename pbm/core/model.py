"""What the server keeps of people and play; letters, tokens and mails are in correspondence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from pbm.core.by_seat import BySeat
from pbm.core.clocks import Clock
from pbm.core.games import Seat
from pbm.core.results import Result


class Cause(NamedTuple):
    """What made something happen, by its id: exactly one of a letter, an operator's act, and what
    was asked for through another door.
    """

    letter: int | None = None
    act: int | None = None
    request: int | None = None

    def __str__(self) -> str:
        if self.letter is not None:
            return f"letter {self.letter}"
        return f"request {self.request}" if self.act is None else f"operator act {self.act}"


class PlayerStatus(StrEnum):
    ACTIVE = "active"
    SUSPENDED = "suspended"


@dataclass(frozen=True)
class Player:
    """A player. ``password`` is an argon2 hash, or None where only mail proves who they are.

    settings: what the player chose, by ``Choice``.
    bouncing: those of their addresses from which mails came back, and when one did last.
    """

    id: int
    userid: str
    status: PlayerStatus
    password: str | None
    addresses: tuple[str, ...]
    settings: Mapping[str, str]
    created: datetime
    bouncing: Mapping[str, datetime] = field(default_factory=dict)

    @property
    def suspended(self) -> bool:
        return self.status is PlayerStatus.SUSPENDED

    @property
    def mailbox(self) -> str:
        """Where mails to them go: the first address that none came back from, or the first of all;
        "" for a player who has none.
        """
        good = (address for address in self.addresses if address not in self.bouncing)
        return next(good, next(iter(self.addresses), ""))

    def answered_at(self, author: str) -> str:
        """Where a mail from there is answered: there, if it is theirs, else at the mailbox."""
        return author if author in self.addresses else self.mailbox

    @property
    def left(self) -> bool:
        """Whether they have signed off; nobody else is without an address."""
        return not self.addresses

    @property
    def unreachable(self) -> bool:
        """Whether mails come back from every address of theirs."""
        return self.mailbox in self.bouncing


@dataclass(frozen=True)
class Vacation:
    """A time in which a player's clocks stand still."""

    start: datetime
    end: datetime


class MatchStatus(StrEnum):
    INVITED = "invited"
    DECLINED = "declined"
    RUNNING = "running"
    FINISHED = "finished"


EARLY = 2
"""Before this many plies a game that is given up, or lost by time, counts for nobody."""


@dataclass(frozen=True)
class Match:
    """A board as it stands: everything here can be derived again from its events.

    players: ids.
    setup, start, seed: the drawn start, its option and the seed it came from ("" and 0: none).
    position, plies, turn: as the rules give them; turn is None when nobody is to move.
    rated: whether its result is to count for the players' ratings.
    reason: why it is over: a ``Reason``, or one that its game gives.
    clock: both players' time; without limits it counts nothing.
    seq, head: number and hash of the last event.
    """

    board: int
    game: str
    ruleset: str
    players: BySeat[int]
    status: MatchStatus
    start: str
    seed: int
    setup: str
    rated: bool
    position: str
    plies: int
    turn: Seat | None
    result: Result
    reason: str
    seq: int
    head: str
    created: datetime
    updated: datetime
    clock: Clock = field(default_factory=Clock)

    @property
    def spec(self) -> str:
        return f"{self.game}/{self.ruleset}"

    @property
    def name(self) -> str:
        """As every mail calls it: a bare number would read as how many there are."""
        return f"{self.game} {self.board}"

    @property
    def has_record(self) -> bool:
        """Whether it runs or is over, and be it an invitation that was called off."""
        return self.running or self.finished

    @property
    def is_early(self) -> bool:
        """Whether it counts for nobody if it is given up or lost by time now."""
        return self.plies < EARLY

    @property
    def running(self) -> bool:
        return self.status is MatchStatus.RUNNING

    @property
    def finished(self) -> bool:
        return self.status is MatchStatus.FINISHED

    @property
    def mover(self) -> int | None:
        """The player who is to move; None while the game does not run."""
        return self.player_at(self.turn) if self.running and self.turn is not None else None

    def seat_of(self, player: int) -> Seat | None:
        return self.players.seat_of(player)

    def player_at(self, seat: Seat) -> int:
        return self.players.at(seat)


class EventKind(StrEnum):
    """The kinds of events, in the past tense."""

    INVITED = "invited"
    CREATED = "created"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    MOVED = "moved"
    PROPOSED = "proposed"
    AGREED = "agreed"
    REJECTED = "rejected"
    RESIGNED = "resigned"
    ABORTED = "aborted"
    ADJUDICATED = "adjudicated"
    FORFEITED = "forfeited"
    EXCUSED = "excused"
    RETURNED = "returned"
    IMPORTED = "imported"
    CORRECTED = "corrected"
    REOPENED = "reopened"
    GRANTED = "granted"

    @property
    def changes_play(self) -> bool:
        """Whether the position, the turn or the result may be another one after it."""
        return self not in _BESIDE_PLAY

    @property
    def is_told(self) -> bool:
        """Whether both players get a mail about it.

        An imported game is told to nobody, and a time that does not count for all of somebody's
        boards at once.
        """
        return self not in _UNTOLD


_BESIDE_PLAY = (
    EventKind.PROPOSED,
    EventKind.REJECTED,
    EventKind.EXCUSED,
    EventKind.RETURNED,
    EventKind.GRANTED,
)
_UNTOLD = (EventKind.IMPORTED, EventKind.EXCUSED, EventKind.RETURNED)


class Offer(StrEnum):
    """What a player may propose to the other one."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True)
class Proposal:
    """A proposal that waits for its answer: whose, what, and the event that it was."""

    seat: Seat
    offer: Offer
    seq: int


@dataclass(frozen=True)
class Seek:
    """A challenge that anyone may take.

    game: the game by its name alone; the rule set is among the options.
    left: for how many games it is still good.
    options: by name, ``{"rules": "modern", "unrated": ""}``.
    """

    id: int
    player: int
    game: str
    left: int
    options: Mapping[str, str]
    at: datetime

    @property
    def terms(self) -> str:
        """The options as they could be typed again."""
        return " ".join(
            f"-{name}={value}" if value else f"-{name}"
            for name, value in sorted(self.options.items())
        )


class ServerAct(StrEnum):
    """The command of an act of the server's own: because of its clock, of a mail that was
    refused, or of a backup that was put back.
    """

    CLOCK = "clock"
    DELIVERY = "delivery"
    RESTORE = "restore"


@dataclass(frozen=True)
class Act:
    """Something an operator did: the command as typed, and why; or a ``ServerAct``.

    who: the login name of the person who typed it; "" for the server, and for old acts.
    """

    id: int
    at: datetime
    command: str
    why: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    who: str = ""


@dataclass(frozen=True)
class DoorRequest:
    """What a player asked for through a door that takes no letters: a page, a program.

    door: its name. what: what was asked for, in the door's own form and without secrets.
    """

    id: int
    door: str
    player: int
    what: str
    at: datetime


class Unheard(NamedTuple):
    """An event that a subscriber has not heard of yet."""

    subscriber: str
    board: int
    seq: int


class FeedKind(StrEnum):
    """What a line of the feed tells. finished: also of an end that was corrected."""

    FINISHED = "finished"
    REOPENED = "reopened"


@dataclass(frozen=True)
class FeedLine:
    """A game ended here, or goes on though it had ended.

    seq: the event that it tells of. reason: as in ``Match``. plies: how many were played by then.
    started, at: when the game began, and when that happened.
    place: where it stands in the feed, 0 before it does.
    """

    board: int
    seq: int
    kind: FeedKind
    game: str
    ruleset: str
    players: BySeat[int]
    result: Result
    reason: str
    plies: int
    started: datetime
    at: datetime
    place: int = 0
