"""Contests, their entries and games, as the store keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbm.core.by_seat import BySeat

CUP_SIZE = 4


class ContestKind(StrEnum):
    """A season is cut into leagues, each of which is a contest of its own."""

    CUP = "cup"
    SEASON = "season"
    LEAGUE = "league"
    STAIRS = "stairs"

    @property
    def has_table(self) -> bool:
        return self in (ContestKind.CUP, ContestKind.LEAGUE)


class ContestStatus(StrEnum):
    """OPEN: players enter. DRAWN: the leagues of a season are begun, one after the other.

    OVER: everything is decided. CLOSED: an operator ended it.
    """

    OPEN = "open"
    DRAWN = "drawn"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


class Told(StrEnum):
    """The mail that a player who entered a season has got before its start.

    ASKED: the question whether they still want to play, since they had not written for long.
    """

    NOTHING = ""
    TOLD = "told"
    ASKED = "asked"


class Gone(StrEnum):
    """The reason why a player is out. FORFEITS: they lost two games on time or without play."""

    NO = ""
    LEFT = "left"
    FORFEITS = "forfeits"
    WITHDRAWN = "withdrawn"


class How(StrEnum):
    """The end of a game of a contest.

    TIME: lost on time after both had moved. WALKOVER: without play. HALF: the game was not over in
    time, and counts half for each. VOID: it counts nothing.
    """

    RUNNING = ""
    PLAYED = "played"
    TIME = "time"
    WALKOVER = "walkover"
    HALF = "half"
    VOID = "void"


def letter(number: int) -> str:
    """The name of a league by its number in its season, from 1: A to Z, then AA."""
    rest, letters = number, ""
    while rest:
        rest, at = divmod(rest - 1, 26)
        letters = chr(ord("A") + at) + letters
    return letters


@dataclass(frozen=True)
class Contest:
    """The current state of a contest without its entries and games; it follows from its events.

    number: the number of the cup or season in its rule set, or of the league in its season, from 1.
    parent: of a league, its season; of a season, the one before it; otherwise 0.
    size: the size of a cup, or the wanted size of leagues.
    both: whether each pair plays both seats. programs: whether the operator opened it to programs.
    starts: when a season begins. ends: when unfinished games count half.
    begun: how many leagues of a season have begun. carried: the id of the last player who was
        entered for the next season, or told that this one is closed; -1 when all are.
    seq, head: number and hash of the last event.
    """

    id: int
    kind: ContestKind
    game: str
    ruleset: str
    number: int
    parent: int
    status: ContestStatus
    size: int
    both: bool
    programs: bool
    created: datetime
    starts: datetime | None = None
    ends: datetime | None = None
    begun: int = 0
    carried: int = 0
    seq: int = 0
    head: str = ""

    @property
    def spec(self) -> str:
        return f"{self.game}/{self.ruleset}"

    @property
    def open(self) -> bool:
        return self.status is ContestStatus.OPEN

    @property
    def running(self) -> bool:
        return self.status is ContestStatus.RUNNING

    @property
    def letter(self) -> str:
        """The name of a league within its season."""
        return letter(self.number)


@dataclass(frozen=True)
class Entry:
    """A player in a contest.

    place: the place in the starting order, from 1; before the start, in the order of entering.
    rating: the rating at the start. once: whether they do not want to enter the next season, too.
    step: the step on stairs. rests: when the player last lost on time on stairs; they rest until
    they write again.
    gone: why the player is out, since ``until``. struck: whether their games no longer count.
    final: the place in the final table; 0 before that, and for players who were struck.
    """

    contest: int
    player: int
    since: datetime
    place: int = 0
    rating: int = 0
    once: bool = False
    told: Told = Told.NOTHING
    step: int = 0
    rests: datetime | None = None
    gone: Gone = Gone.NO
    until: datetime | None = None
    struck: bool = False
    final: int = 0

    @property
    def out(self) -> bool:
        return self.gone is not Gone.NO


@dataclass(frozen=True)
class ContestGame:
    """A game of a contest.

    players: by seat. by: the challenger on stairs, or 0.
    halves: the result of the first seat in halves of a point, None while the game runs.
    absent: the player who lost the game on time or without play, or 0.
    """

    board: int
    contest: int
    round: int
    players: BySeat[int]
    begun: datetime
    by: int = 0
    how: How = How.RUNNING
    halves: int | None = None
    absent: int = 0
    ended: datetime | None = None

    @property
    def over(self) -> bool:
        return self.how is not How.RUNNING

    @property
    def counts(self) -> bool:
        return self.halves is not None and self.how is not How.VOID
