"""Happenings on a board: a dataclass for each kind of event, to and from JSON.

``read`` accepts the JSON of every earlier version: a missing key has its default.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Self

from pbm.core.by_seat import BySeat
from pbm.core.clocks import (
    Absence,
    Pause,
    TimeLimits,
    absence_data,
    absence_from,
    limits_data,
    limits_from,
)
from pbm.core.games import Seat
from pbm.core.model import EventKind, Offer
from pbm.core.results import Result

Data = Mapping[str, Any]
Json = dict[str, Any]

UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)
"""The errors that ``read`` raises for JSON that no version has written."""


# Not an ABC: isinstance() runs Python code for those, and an audit calls it for each event.
class Happening:
    """Something that happens on a board."""

    kind: ClassVar[EventKind]

    @abstractmethod
    def data(self) -> Json:
        """Return the happening as plain JSON, without its kind."""

    @classmethod
    @abstractmethod
    def read(cls, data: Data) -> Self:
        """Parse what ``data`` returned, in this version or an earlier one.

        :raises UNREADABLE: for anything else
        """


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of a game.

    spec: game and rule set, ``gyges/classic``.
    players: ids.
    start, seed, setup: the name of the drawn start, its random seed and its position; "", 0 and ""
        for the ordinary start.
    by: the id of the player who asked for the game, None if an operator set it up.
    rematch: the board of which this is a rematch, or 0.
    seek: the id of the seek that was taken, or 0.
    contest: the id of the contest that the game belongs to, or 0.
    private: whether only the players may see the game.
    """

    spec: str
    players: BySeat[int]
    rated: bool = True
    start: str = ""
    seed: int = 0
    setup: str = ""
    limits: TimeLimits = field(default_factory=TimeLimits)
    by: int | None = None
    rematch: int = 0
    seek: int = 0
    contest: int = 0
    private: bool = False

    def data(self) -> Json:
        origins = {"rematch": self.rematch, "seek": self.seek, "contest": self.contest}
        named = {**origins, "private": self.private}
        known = {"by": self.by, **{name: value or None for name, value in named.items()}}
        return {name: value for name, value in known.items() if value is not None} | {
            "spec": self.spec,
            "players": [*self.players],
            "rated": self.rated,
            "start": self.start,
            "seed": self.seed,
            "setup": self.setup,
            "limits": limits_data(self.limits),
        }

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(
            spec=data["spec"],
            players=BySeat.of(data["players"]).map(int),
            rated=bool(data.get("rated", True)),
            start=data.get("start", ""),
            seed=int(data.get("seed", 0)),
            setup=data.get("setup", ""),
            limits=limits_from(data.get("limits", {})),
            by=data.get("by"),
            rematch=data.get("rematch", 0),
            seek=data.get("seek", 0),
            contest=data.get("contest", 0),
            private=bool(data.get("private", False)),
        )


# An audit reads the seat of every move, and ``Seat(0)`` takes ten times as long as this table.
_SEATS = {each.value: each for each in Seat}


def _seat(data: Data) -> Seat:
    return _SEATS[data["seat"]]


def _moment(text: str) -> datetime:
    """:raises ValueError: if the text is no time, or has no time zone"""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return at


def _absences_data(absences: Sequence[Absence]) -> Json:
    return {"absences": [absence_data(each) for each in absences]} if absences else {}


def _absences(data: Data) -> tuple[Absence, ...]:
    return tuple(absence_from(each) for each in data.get("absences", ()))


@dataclass(frozen=True)
class Invited(Happening):
    kind = EventKind.INVITED
    terms: Terms

    def data(self) -> Json:
        return self.terms.data()

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(Terms.read(data))


@dataclass(frozen=True)
class Created(Happening):
    """A game begins at once: an operator set it up, or a seek was taken.

    absences: as in ``Accepted``.
    """

    kind = EventKind.CREATED
    terms: Terms
    absences: tuple[Absence, ...] = ()

    def data(self) -> Json:
        return self.terms.data() | _absences_data(self.absences)

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(Terms.read(data), _absences(data))


@dataclass(frozen=True)
class Accepted(Happening):
    """An invitation was accepted.

    absences: the players' vacations, and a pause for a player to whom mails bounce.
    """

    kind = EventKind.ACCEPTED
    absences: tuple[Absence, ...] = ()

    def data(self) -> Json:
        return _absences_data(self.absences)

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_absences(data))


@dataclass(frozen=True)
class Declined(Happening):
    kind = EventKind.DECLINED

    def data(self) -> Json:
        return {}

    @classmethod
    def read(cls, data: Data) -> Self:  # noqa: ARG003 (there is nothing to read)
        return cls()


class How(StrEnum):
    """Why the server played a move: its player had queued it, or it was the only legal one."""

    QUEUED = "queued"
    ONLY = "only"


@dataclass(frozen=True)
class Moved(Happening):
    """line: one or several plies in the usual notation. how: None if the player sent them."""

    kind = EventKind.MOVED
    seat: Seat
    line: str
    how: How | None = None

    def data(self) -> Json:
        how = {"how": self.how.value} if self.how else {}
        return {"seat": self.seat.value, "line": self.line, **how}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_seat(data), data["line"], How(data["how"]) if "how" in data else None)


@dataclass(frozen=True)
class Proposed(Happening):
    kind = EventKind.PROPOSED
    seat: Seat
    offer: Offer

    def data(self) -> Json:
        return {"seat": self.seat.value, "offer": self.offer.value}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_seat(data), Offer(data["offer"]))


@dataclass(frozen=True)
class _DoneBySeat(Happening):
    """Base class of happenings that only name the seat that acted."""

    seat: Seat

    def data(self) -> Json:
        return {"seat": self.seat.value}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_seat(data))


class Agreed(_DoneBySeat):
    kind = EventKind.AGREED


class Rejected(_DoneBySeat):
    """A proposal was rejected, or withdrawn by the side that had made it."""

    kind = EventKind.REJECTED


class Resigned(_DoneBySeat):
    kind = EventKind.RESIGNED


@dataclass(frozen=True)
class Aborted(Happening):
    """A game or an invitation ended without a result.

    seat: the player who gave up before the second ply; None if an operator ended it.
    why: the operator's reason.
    """

    kind = EventKind.ABORTED
    seat: Seat | None = None
    why: str = ""

    def data(self) -> Json:
        return {"why": self.why} if self.seat is None else {"seat": self.seat.value}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_seat(data) if "seat" in data else None, data.get("why", ""))


@dataclass(frozen=True)
class _Decided(Happening):
    """An operator decided the result. why: the operator's reason."""

    result: Result
    why: str = ""

    def data(self) -> Json:
        return {"result": self.result.value, "why": self.why}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(Result(data["result"]), data.get("why", ""))


class Adjudicated(_Decided):
    """An operator ended a running game with this result."""

    kind = EventKind.ADJUDICATED


class Corrected(_Decided):
    """An operator changed the result of a finished game."""

    kind = EventKind.CORRECTED


@dataclass(frozen=True)
class Reopened(Happening):
    """An operator let a finished game go on.

    why: the operator's reason. absences: as in ``Accepted``.
    """

    kind = EventKind.REOPENED
    why: str
    absences: tuple[Absence, ...] = ()

    def data(self) -> Json:
        return {"why": self.why} | _absences_data(self.absences)

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(data["why"], _absences(data))


@dataclass(frozen=True)
class Granted(Happening):
    """An operator granted a seat time for its turn, in place of the limits.

    since: when that time begins, in UTC. span: its length, in whole seconds. why: the operator's
    reason.
    """

    kind = EventKind.GRANTED
    seat: Seat
    since: datetime
    span: timedelta
    why: str

    def data(self) -> Json:
        seconds = self.span // timedelta(seconds=1)
        since = self.since.isoformat()
        return {"seat": self.seat.value, "since": since, "seconds": seconds, "why": self.why}

    @classmethod
    def read(cls, data: Data) -> Self:
        span = timedelta(seconds=data["seconds"])
        return cls(_seat(data), _moment(data["since"]), span, data["why"])


@dataclass(frozen=True)
class Forfeited(Happening):
    """A seat missed its deadline and lost by time. deadline: in UTC."""

    kind = EventKind.FORFEITED
    seat: Seat
    deadline: datetime

    def data(self) -> Json:
        return {"seat": self.seat.value, "deadline": self.deadline.isoformat()}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_seat(data), _moment(data["deadline"]))


@dataclass(frozen=True)
class Excused(Happening):
    """Absences were added to the clocks of a board."""

    kind = EventKind.EXCUSED
    absences: tuple[Absence, ...]

    def data(self) -> Json:
        return {"absences": [absence_data(each) for each in self.absences]}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_absences(data))


@dataclass(frozen=True)
class Returned(Happening):
    """A seat's absences of one kind (``why``) ended at ``at``, which is in UTC."""

    kind = EventKind.RETURNED
    seat: Seat
    at: datetime
    why: Pause = Pause.VACATION

    def data(self) -> Json:
        return {"seat": self.seat.value, "at": self.at.isoformat(), "why": self.why.value}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(_seat(data), _moment(data["at"]), Pause(data.get("why", Pause.VACATION)))


@dataclass(frozen=True)
class Imported(Happening):
    """A game that was played elsewhere.

    terms: never rated. moves: in the usual notation. reason: as in ``Match``.
    date: when the game began, in the format of game records; "" if unknown.
    """

    kind = EventKind.IMPORTED
    terms: Terms
    moves: tuple[str, ...]
    result: Result
    reason: str
    date: str = ""

    def data(self) -> Json:
        terms = self.terms
        return {
            "spec": terms.spec,
            "players": [*terms.players],
            "moves": [*self.moves],
            "result": self.result.value,
            "reason": self.reason,
            "date": self.date,
            "start": terms.start,
            "setup": terms.setup,
            "seed": terms.seed,
        }

    @classmethod
    def read(cls, data: Data) -> Self:
        terms = Terms.read({**data, "rated": False})
        moves, date = tuple(data["moves"]), data.get("date", "")
        return cls(terms, moves, Result(data["result"]), data["reason"], date)


Opening = Invited | Created | Imported
"""The happenings that open a board."""


def absences(what: Happening) -> tuple[Absence, ...]:
    """Return the absences that a happening adds to the clocks of its board."""
    return what.absences if isinstance(what, Accepted | Created | Excused | Reopened) else ()


_KINDS: Mapping[EventKind, type[Happening]] = {
    each.kind: each
    for each in (
        Invited,
        Created,
        Accepted,
        Declined,
        Moved,
        Proposed,
        Agreed,
        Rejected,
        Resigned,
        Aborted,
        Adjudicated,
        Forfeited,
        Excused,
        Returned,
        Imported,
        Corrected,
        Reopened,
        Granted,
    )
}


def happening(kind: EventKind, data: Data) -> Happening:
    """Parse the JSON of an event of this kind.

    :raises UNREADABLE: if no version has written such JSON for this kind
    """
    return _KINDS[kind].read(data)
