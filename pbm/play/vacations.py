"""Vacations: when a player's clocks stand still, in whole days of his own zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from pbm.core.clocks import BOUNCE, DAY, UNREACHABLE_FOR, VACATION, ZERO, Absence
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Accepted, Created
from pbm.core.model import Player, Vacation
from pbm.store.protocol import Transaction

MOST_A_YEAR = 40
"""Days of a calendar year."""

# The days on which the clocks are changed are an hour too long or too short.
_LEEWAY = timedelta(hours=2)


def whole_days(first: date, last: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """From midnight before the first day until midnight after the last one, in UTC."""
    return _midnight(first, zone), _midnight(last + DAY, zone)


def days_taken(times: Iterable[tuple[datetime, datetime]], year: int, zone: tzinfo) -> int:
    """How many days of a year the times take; a day that has been begun counts."""
    begin, end = whole_days(date(year, 1, 1), date(year, 12, 31), zone)
    taken = sum((max(min(last, end) - max(first, begin), ZERO) for first, last in times), ZERO)
    return -((_LEEWAY - taken) // DAY)


def with_absences(tx: Transaction, deed: Deed, players: Sequence[int] = ()) -> Deed:
    """The deed that begins a game, with the vacations that its players are on or have planned, and
    time for one to whom mails come back.

    players: those of the board, first seat first, where the deed does not name them.
    """
    what = deed.what
    if not isinstance(what, Accepted | Created):
        return deed
    if isinstance(what, Created):
        players = what.terms.players
    absences = tuple(
        absence
        for seat, player in zip(Seat, players, strict=True)
        for absence in _absences(tx, tx.players.get(player), seat, deed.at)
    )
    return replace(deed, what=replace(what, absences=absences)) if absences else deed


def _absences(tx: Transaction, player: Player, seat: Seat, now: datetime) -> Iterator[Absence]:
    for vacation in planned(tx, player.id, now):
        yield Absence(seat, vacation.start, vacation.end, VACATION)
    until = max(player.bouncing.values(), default=now) + UNREACHABLE_FOR
    if player.unreachable and until > now:
        yield Absence(seat, now, until, BOUNCE)


def planned(tx: Transaction, player: int, now: datetime) -> Sequence[Vacation]:
    """The vacations that a player is on or has planned, the next one first."""
    return [vacation for vacation in tx.vacations.of(player) if vacation.end > now]


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
