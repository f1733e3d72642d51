"""Happenings on a board: a dataclass for each kind, to and from JSON.

``read`` accepts the JSON of every earlier version: a missing key has its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from pbm.core.clocks import Absence, Pause, absence_data
from pbm.core.games import Seat
from pbm.core.happening import Data, Happening, Json, absences_data, absences_of, moment, seat_of
from pbm.core.model import EventKind, Offer
from pbm.core.openings import Accepted, Created, Declined, Imported, Invited
from pbm.core.results import Result


class How(StrEnum):
    """The reason why the server played a move: a player had queued it, or no other was legal."""

    QUEUED = "queued"
    ONLY = "only"


class Uncounted(StrEnum):
    """The reason why a rated game does not count: too few plies were played, or too many games of
    its two players have counted lately.
    """

    SHORT = "short"
    OFTEN = "often"


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
        return cls(seat_of(data), data["line"], How(data["how"]) if "how" in data else None)


@dataclass(frozen=True)
class Proposed(Happening):
    kind = EventKind.PROPOSED
    seat: Seat
    offer: Offer

    def data(self) -> Json:
        return {"seat": self.seat.value, "offer": self.offer.value}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(seat_of(data), Offer(data["offer"]))


@dataclass(frozen=True)
class _DoneBySeat(Happening):
    """Base class of happenings that only name the seat that acted."""

    seat: Seat

    def data(self) -> Json:
        return {"seat": self.seat.value}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(seat_of(data))


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
        return cls(seat_of(data) if "seat" in data else None, data.get("why", ""))


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

    why: the operator's reason. absences: as in ``Accepted``. rated: whether the game is rated again
    after ``Unrated``.
    """

    kind = EventKind.REOPENED
    why: str
    absences: tuple[Absence, ...] = ()
    rated: bool = False

    def data(self) -> Json:
        rated = {"rated": True} if self.rated else {}
        return {"why": self.why} | absences_data(self.absences) | rated

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(data["why"], absences_of(data), data.get("rated", False))


@dataclass(frozen=True)
class Unrated(Happening):
    """A rated game that has just ended does not count.

    most: the number that decided: of plies from which a game counts, or of games that count.
    """

    kind = EventKind.UNRATED
    why: Uncounted
    most: int

    def data(self) -> Json:
        return {"why": self.why.value, "most": self.most}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(Uncounted(data["why"]), data["most"])


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
        return cls(seat_of(data), moment(data["since"]), span, data["why"])


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
        return cls(seat_of(data), moment(data["deadline"]))


@dataclass(frozen=True)
class Excused(Happening):
    """Absences were added to the clocks of a board."""

    kind = EventKind.EXCUSED
    absences: tuple[Absence, ...]

    def data(self) -> Json:
        return {"absences": [absence_data(each) for each in self.absences]}

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(absences_of(data))


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
        return cls(seat_of(data), moment(data["at"]), Pause(data.get("why", Pause.VACATION)))


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
        Unrated,
    )
}


def happening(kind: EventKind, data: Data) -> Happening:
    """Parse the JSON of an event of this kind.

    :raises UNREADABLE: if no version has written such JSON for this kind
    """
    return _KINDS[kind].read(data)
