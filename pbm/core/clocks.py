"""The clocks of a game: time limits, time spent, reminders and deadlines.

Pure arithmetic on UTC moments. A day is 24 hours, even when daylight saving time begins or ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from pbm.base.values import quickly_made, replace
from pbm.core.by_seat import BySeat
from pbm.core.games import Seat

ZERO = timedelta(0)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)

MOST_REMINDERS = 5
"""The maximum number of reminders by ``nag`` for one move."""

UNREACHABLE_FOR = timedelta(days=7)
"""If mails to a player bounce, their clocks are paused and mails are held for at most this long."""


@dataclass(frozen=True)
class TimeLimits:
    """The time limits of a game; None is no limit.

    nag: the interval between reminders of a move.
    forfeit: the limit for one move. total: the limit for all moves of one player together.
    """

    nag: timedelta | None = None
    forfeit: timedelta | None = None
    total: timedelta | None = None

    def __bool__(self) -> bool:
        return (self.nag, self.forfeit, self.total) != (None, None, None)


class Pause(StrEnum):
    """The reason for a pause of a clock. BOUNCE: mails to its player bounced."""

    VACATION = "vacation"
    DOWNTIME = "downtime"
    BOUNCE = "bounce"


@dataclass(frozen=True)
class Absence:
    """A time in which a seat's clock is paused."""

    seat: Seat
    start: datetime
    end: datetime
    why: Pause


@quickly_made
@dataclass(frozen=True)
class Clock:
    """Both players' clocks: at most one of them runs.

    spent: the time that each seat took for its earlier turns, in whole seconds.
    seat, since: whose turn it is and since when; None while nobody is to move.
    granted: the time that an operator granted for this turn in place of the limits; such a turn
        does not count towards ``total``.
    """

    limits: TimeLimits = field(default_factory=TimeLimits)
    spent: BySeat[timedelta] = BySeat(ZERO, ZERO)
    seat: Seat | None = None
    since: datetime | None = None
    absences: tuple[Absence, ...] = ()
    granted: timedelta | None = None

    def turned(self, seat: Seat | None, at: datetime) -> Clock:
        """Return the clocks after a turn has ended and the turn of ``seat`` begins.

        A game without limits has no running clock.
        """
        if not self.limits:
            return self
        spent = self.spent
        if self.seat is not None and self.granted is None:
            spent = spent.put(self.seat, spent.at(self.seat) + self.used(at))
        left = tuple(each for each in self.absences if each.end > at)
        since = None if seat is None else at
        return replace(self, spent=spent, seat=seat, since=since, absences=left, granted=None)

    def grant(self, span: timedelta, at: datetime) -> Clock:
        """Return the clocks with ``span`` granted for the current turn, counted from ``at``."""
        return replace(self, since=at, granted=span)

    def excused(self, absences: Sequence[Absence]) -> Clock:
        """Return the clocks with further absences; a game without limits needs none."""
        return replace(self, absences=(*self.absences, *absences)) if self.limits else self

    def returned(self, seat: Seat, at: datetime, why: Pause = Pause.VACATION) -> Clock:
        """Return the clocks with a seat's absences for the reason ``why`` ended at ``at``."""
        ended = [each for each in self.absences if each.seat is seat and each.why is why]
        kept = [_ended(each, at) if each in ended else each for each in self.absences]
        return replace(self, absences=tuple(each for each in kept if each.end > each.start))

    def used(self, now: datetime) -> timedelta:
        """Return the time that the current turn has taken, in whole seconds."""
        if self.since is None:
            return ZERO
        counted = now - self.since
        for start, end in self._pauses():
            counted -= max(min(end, now) - start, ZERO)
        return timedelta(seconds=max(counted, ZERO) // timedelta(seconds=1))

    def allowance(self) -> timedelta | None:
        """Return the time that the current turn may take, None if nothing limits it."""
        if self.seat is None:
            return None
        if self.granted is not None:
            return self.granted
        total = self.limits.total
        left = None if total is None else max(total - self.spent.at(self.seat), ZERO)
        limits = [limit for limit in (self.limits.forfeit, left) if limit is not None]
        return min(limits, default=None)

    def deadline(self) -> datetime | None:
        """Return when the side to move loses by time, given the absences known now."""
        allowance = self.allowance()
        return None if allowance is None else self._reached(allowance)

    def alarm(self, after: datetime) -> datetime | None:
        """Return when to look at the clock next: at the first reminder after ``after``, or at the
        deadline, which may have passed.
        """
        deadline = self.deadline()
        due = [moment for moment in self._reminders() if moment > after]
        if deadline is not None:
            due = [moment for moment in due if moment < deadline] + [deadline]
        return min(due, default=None)

    def _reminders(self) -> Iterator[datetime]:
        """Yield when reminders of the current turn are due, the last one shortly before the
        deadline; unordered.
        """
        if self.since is None:
            return
        if self.limits.nag is not None:
            for times in range(1, MOST_REMINDERS + 1):
                yield self._reached(self.limits.nag * times)
        allowance = self.allowance()
        if allowance is not None:
            yield self._reached(allowance - min(DAY, allowance / 4))

    def _reached(self, counted: timedelta) -> datetime:
        """Return the moment at which the current turn has taken ``counted``, pauses left out."""
        assert self.since is not None, "no clock runs"
        moment = self.since + counted
        for start, end in self._pauses():
            if start >= moment:
                break
            moment += end - start
        return moment

    def _pauses(self) -> Iterator[tuple[datetime, datetime]]:
        """Yield the pauses of the running clock since its turn began, in order, without overlap."""
        assert self.since is not None, "no clock runs"
        done = self.since
        own = [each for each in self.absences if each.seat is self.seat]
        for each in sorted(own, key=lambda absence: absence.start):
            if each.end > done:
                yield max(each.start, done), each.end
                done = each.end


def _ended(absence: Absence, at: datetime) -> Absence:
    return replace(absence, end=min(absence.end, at))


# To and from JSON


def limits_data(limits: TimeLimits) -> dict[str, int | None]:
    return {name: _seconds(span) for name, span in vars(limits).items()}


def limits_from(data: Mapping[str, int | None]) -> TimeLimits:
    return TimeLimits(**{name: _span(seconds) for name, seconds in data.items()})


def absence_data(absence: Absence) -> dict[str, Any]:
    start, end = absence.start.isoformat(), absence.end.isoformat()
    return {"seat": absence.seat.value, "start": start, "end": end, "why": absence.why.value}


def absence_from(data: Mapping[str, Any]) -> Absence:
    start, end = datetime.fromisoformat(data["start"]), datetime.fromisoformat(data["end"])
    return Absence(Seat(data["seat"]), start, end, Pause(data["why"]))


def clock_data(clock: Clock) -> dict[str, Any]:
    granted = {} if clock.granted is None else {"granted": _seconds(clock.granted)}
    return granted | {
        "limits": limits_data(clock.limits),
        "spent": [_seconds(each) for each in clock.spent],
        "seat": None if clock.seat is None else clock.seat.value,
        "since": None if clock.since is None else clock.since.isoformat(),
        "absences": [absence_data(each) for each in clock.absences],
    }


def clock_from(data: Mapping[str, Any]) -> Clock:
    return Clock(
        limits=limits_from(data["limits"]),
        spent=BySeat.of(data["spent"]).map(lambda taken: timedelta(seconds=taken)),
        seat=None if data["seat"] is None else Seat(data["seat"]),
        since=None if data["since"] is None else datetime.fromisoformat(data["since"]),
        absences=tuple(absence_from(each) for each in data["absences"]),
        granted=_span(data.get("granted")),
    )


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else span // timedelta(seconds=1)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
