"""Players, matches and seeks as the store keeps them; letters are in ``mail``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from pbm.base.values import quickly_made
from pbm.core.by_seat import BySeat
from pbm.core.choices import DECLARED, ON, OWNER, PROGRAM, RATED, RULESETS
from pbm.core.clocks import Clock
from pbm.core.games import Seat
from pbm.core.results import Result

LARGEST_ID = 2**63 - 1
"""The largest number of a row that an engine of the store can look for."""


class Cause(NamedTuple):
    """The cause of an event: the id of a letter, of an operator's act, or of a request.

    Exactly one of the three is set.
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


@quickly_made
@dataclass(frozen=True)
class Player:
    """A player.

    password: an argon2 hash, or None for a player who is known by mail alone.
    settings: the player's own settings, by ``Choice``.
    bouncing: the addresses from which mails bounced, and when the last one did.
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
        """The address for mails to the player: the first from which none bounced, else the first
        of all; "" if there is none.
        """
        good = (address for address in self.addresses if address not in self.bouncing)
        return next(good, next(iter(self.addresses), ""))

    def answered_at(self, author: str) -> str:
        """Return the address for an answer to ``author``: the same if it belongs to the player,
        else the mailbox.
        """
        return author if author in self.addresses else self.mailbox

    @property
    def level(self) -> int | None:
        """The level of one of our own programs; None for others, and for a person."""
        level = self.settings.get(PROGRAM, "")
        return int(level) if level.isdecimal() else None

    @property
    def is_program(self) -> bool:
        return PROGRAM in self.settings

    @property
    def is_declared(self) -> bool:
        """Whether the player is a program of another player, which plays by mail as people do."""
        return self.settings.get(PROGRAM) == DECLARED

    @property
    def is_driven(self) -> bool:
        """Whether the player is a program whose moves the server finds, with an engine."""
        return self.is_program and not self.is_declared

    @property
    def is_rated(self) -> bool:
        """Whether games with the player may be rated: always with people, else by a setting."""
        return not self.is_program or self.settings.get(RATED) == ON

    @property
    def owner(self) -> int | None:
        """The id of the player who owns this program."""
        owner = self.settings.get(OWNER)
        return None if owner is None else int(owner)

    def plays(self, spec: str) -> bool:
        """Whether the player takes part in games of a rule set: people and our programs in all."""
        rulesets = self.settings.get(RULESETS)
        return rulesets is None or spec in rulesets.split()

    @property
    def left(self) -> bool:
        """True if the player has signed off; all others who get mail have an address."""
        return not self.addresses and not self.is_driven

    @property
    def unreachable(self) -> bool:
        """True if mails bounced from all addresses of the player."""
        return self.mailbox in self.bouncing


@dataclass(frozen=True)
class Vacation:
    """A time in which all clocks of a player are paused."""

    start: datetime
    end: datetime


class MatchStatus(StrEnum):
    INVITED = "invited"
    DECLINED = "declined"
    RUNNING = "running"
    FINISHED = "finished"


EARLY = 2
"""With fewer plies than this, a game that is given up or lost by time is aborted."""


@quickly_made
@dataclass(frozen=True)
class Match:
    """The current state of a board; all of it follows from the board's events.

    players: ids.
    start, seed, setup: for a seeded start, its name, its seed and its position; otherwise "", 0
        and "".
    position, plies, turn: as the rules give them; turn is None when nobody is to move.
    rated: whether the result will count for the players' ratings.
    private: whether only its players may see the game.
    rules: which rules of a plugin the game was begun with (``RulesMark``), "" for a native game.
    reason: why the game is over: a ``Reason``, or one that its rules give.
    clock: both players' time; it does not run in a game without limits.
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
    private: bool = False
    rules: str = ""

    @property
    def spec(self) -> str:
        return f"{self.game}/{self.ruleset}"

    @property
    def name(self) -> str:
        """The board's name in mails, ``gyges 17``; a bare number could be read as a count."""
        return f"{self.game} {self.board}"

    @property
    def has_record(self) -> bool:
        """True if the game runs or is over; a cancelled invitation is over."""
        return self.running or self.finished

    @property
    def is_early(self) -> bool:
        """True if the game would be aborted if it were given up or lost by time now."""
        return self.plies < EARLY

    @property
    def running(self) -> bool:
        return self.status is MatchStatus.RUNNING

    @property
    def finished(self) -> bool:
        return self.status is MatchStatus.FINISHED

    @property
    def mover(self) -> int | None:
        """The id of the player to move; None unless the game runs."""
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
    UNRATED = "unrated"

    @property
    def changes_play(self) -> bool:
        """True if such an event can change the position, the turn or the result."""
        return self not in _BESIDE_PLAY

    @property
    def is_told(self) -> bool:
        """True if both players get a mail about each such event.

        There are three exceptions: nobody is told of an imported game; an absence is told once for
        all boards of a player; that a game does not count is told with its end.
        """
        return self not in _UNTOLD


_BESIDE_PLAY = (
    EventKind.PROPOSED,
    EventKind.REJECTED,
    EventKind.EXCUSED,
    EventKind.RETURNED,
    EventKind.GRANTED,
    EventKind.UNRATED,
)
_UNTOLD = (
    EventKind.IMPORTED,
    EventKind.EXCUSED,
    EventKind.RETURNED,
    EventKind.UNRATED,
)


class Offer(StrEnum):
    """The kinds of proposals to the opponent."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True)
class Proposal:
    """An open proposal: its proposer, its offer and the number of its event."""

    seat: Seat
    offer: Offer
    seq: int


@dataclass(frozen=True)
class Seek:
    """A challenge that anyone may take.

    game: the name of the game; its rule set is one of the options.
    left: how many games can still be taken.
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
        """The options in the form in which they are typed."""
        return " ".join(
            f"-{name}={value}" if value else f"-{name}"
            for name, value in sorted(self.options.items())
        )
