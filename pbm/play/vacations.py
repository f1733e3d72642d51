"""Vacations: periods without clocks, in whole days of the player's time zone.

Opponents are told at once, but at most once an hour: further changes within the hour are told
together at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from pbm.core.clocks import DAY, HOUR, ZERO, Absence, Pause
from pbm.core.contests.pauses import MOST_PAUSED
from pbm.core.games import Seat
from pbm.core.happening import Happening
from pbm.core.happenings import Excused, Returned
from pbm.core.marks import Mark, MarkKind
from pbm.core.model import Match, Player, Vacation
from pbm.core.refused import Refused
from pbm.core.zones import zone_of
from pbm.play.absences import excused, planned
from pbm.play.bounds import ABSENCES, charge
from pbm.play.contests.entering import alive
from pbm.play.news import News
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction

MOST_A_YEAR = 40
"""Days of vacation in a calendar year."""

_FARTHEST = timedelta(days=400)

# Days on which daylight saving time begins or ends are an hour shorter or longer.
_LEEWAY = timedelta(hours=2)


@dataclass(frozen=True)
class VacationPlan:
    """Current and planned vacations of a player at some time, the next one first.

    left: the days that the player may still take in ``year``, the current one.
    in_contests: how many days count in each game of their contests; 0 if they are in none.
    """

    at: datetime
    periods: tuple[Vacation, ...]
    year: int
    left: int
    in_contests: int


@dataclass(frozen=True)
class VacationChanged(News):
    """``by`` has planned a vacation, or ended all of them.

    told_at: when opponents will be told, without the player's lines; None if they are told now.
    """

    by: Player
    ended: bool
    plan: VacationPlan
    told_at: datetime | None


@dataclass(frozen=True)
class AbsenceAnnounced(News):
    """The vacations of ``by``, for the opponents on these boards, who are told at some time.

    periods: empty if the player is back and has planned none.
    """

    by: Player
    matches: tuple[Match, ...]
    at: datetime
    periods: tuple[Vacation, ...]


def plan(work: Work, by: Player, first: date, last: date, said: tuple[str, ...] = ()) -> None:
    """Plan a vacation from one day to another, both included.

    :raises Refused: if the period is invalid, overlaps another one or exceeds the days of a year,
        or the player has reached the rate limit
    """
    check_active(by)
    start, end = _period(work, by, first, last)
    charge(work, by, ABSENCES)
    work.tx.vacations.add(by.id, start, end)

    def away(match: Match, seat: Seat) -> Excused | None:
        return excused(work.tx, match, Absence(seat, start, end, Pause.VACATION))

    _record(work, by, away)
    _tell(work, by, said, ended=False)


def end(work: Work, by: Player, said: tuple[str, ...] = ()) -> None:
    """End the current vacation and cancel all planned ones.

    :raises Refused: if there are no vacations, or the player has reached the rate limit
    """
    check_active(by)
    if not planned(work.tx, by.id, work.now):
        raise Refused("no_vacation")
    charge(work, by, ABSENCES)
    work.tx.vacations.end(by.id, work.now)
    _record(work, by, lambda _match, seat: Returned(seat, work.now))
    _tell(work, by, said, ended=True)


def vacation_plan(tx: Transaction, player: Player, now: datetime) -> VacationPlan:
    zone = zone_of(player)
    year = now.astimezone(zone).year
    own = [(each.start, each.end) for each in tx.vacations.of(player.id)]
    left = max(MOST_A_YEAR - days_taken(own, year, zone), 0)
    is_in_contest = any(alive(tx, tx.contests.entries_of(player.id)))
    counted = MOST_PAUSED.days if is_in_contest else 0
    return VacationPlan(now, tuple(planned(tx, player.id, now)), year, left, counted)


def take_announcements(tx: Transaction, now: datetime) -> list[AbsenceAnnounced]:
    """Return the announcements that had to wait for an hour and are due, and mark them as told.

    The caller has to publish them.
    """
    due = [(mark, at) for mark, at in tx.moments.of(MarkKind.ABSENCE_DUE).items() if at <= now]
    players = sorted(mark.whose for mark, at in due if tx.moments.take(mark, at))
    told = (_take_announcement(tx, tx.players.get(int(player)), now) for player in players)
    return [each for each in told if each.matches]


def whole_days(first: date, last: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """The period from midnight before the first day to midnight after the last one, in UTC."""
    return _midnight(first, zone), _midnight(last + DAY, zone)


def days_taken(times: Iterable[tuple[datetime, datetime]], year: int, zone: tzinfo) -> int:
    """The number of days of a year that the periods take; a started day counts."""
    begin, end = whole_days(date(year, 1, 1), date(year, 12, 31), zone)
    taken = sum((max(min(last, end) - max(first, begin), ZERO) for first, last in times), ZERO)
    return -((_LEEWAY - taken) // DAY)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _period(work: Work, by: Player, first: date, last: date) -> tuple[datetime, datetime]:
    """The period of these days, beginning now at the earliest.

    :raises Refused: if the period is invalid, overlaps another one or exceeds the days of a year
    """
    zone = zone_of(by)
    today = work.now.astimezone(zone).date()
    if not today <= first <= last <= today + _FARTHEST:
        raise Refused("no_period", today=today.isoformat())
    start, end = whole_days(first, last, zone)
    own = [(each.start, each.end) for each in work.tx.vacations.of(by.id)]
    if any(start < other_end and other_start < end for other_start, other_end in own):
        raise Refused("vacation_overlaps")
    for year in range(first.year, last.year + 1):
        if days_taken([*own, (start, end)], year, zone) > MOST_A_YEAR:
            left = MOST_A_YEAR - days_taken(own, year, zone)
            raise Refused("too_much_vacation", most=MOST_A_YEAR, year=year, left=max(left, 0))
    return max(start, work.now), end


def _record(work: Work, by: Player, what: Callable[[Match, Seat], Happening | None]) -> None:
    """Record a happening on each running board of the player that has time limits."""
    for match in _running(work.tx, by):
        seat = match.seat_of(by.id)
        assert seat is not None, "these are the player's boards"
        happened = what(match, seat) if match.clock.limits else None
        if happened is not None:
            work.record(work.boards.read(work.tx, match), happened)


def _tell(work: Work, by: Player, said: tuple[str, ...], *, ended: bool) -> None:
    then = _put_off_announcement(work, by)
    work.publish(VacationChanged(by, ended, vacation_plan(work.tx, by, work.now), then, said=said))
    if then is None:
        work.publish(_take_announcement(work.tx, by, work.now, said))


def _put_off_announcement(work: Work, by: Player) -> datetime | None:
    """Postpone the announcement if opponents were told within the last hour.

    :return: when they will be told; None if they can be told now
    """
    told = work.tx.moments.get(_told(by))
    if told is None or not work.now - HOUR < told <= work.now:
        return None
    then = told + HOUR
    work.tx.moments.set(_due(by), then)
    return then


def _take_announcement(
    tx: Transaction, player: Player, now: datetime, said: tuple[str, ...] = ()
) -> AbsenceAnnounced:
    """Return the announcement, and mark it as told now if there are any opponents."""
    tx.moments.drop(_due(player))
    matches = _running(tx, player)
    if matches:
        # Of two concurrent letters only one succeeds here; the other is retried and waits an hour.
        tx.moments.move(_told(player), now, was=tx.moments.get(_told(player)))
    return AbsenceAnnounced(player, matches, now, tuple(planned(tx, player.id, now)), said=said)


def _running(tx: Transaction, player: Player) -> tuple[Match, ...]:
    return tuple(match for match in tx.matches.of_player(player.id) if match.running)


def _told(player: Player) -> Mark:
    return MarkKind.ABSENCE_TOLD.of(player.id)


def _due(player: Player) -> Mark:
    return MarkKind.ABSENCE_DUE.of(player.id)
