from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.core.time_controls import chosen_limits
from pbm.play.settings import choose
from pbm.play.terms import GameOptions
from pbm.play.vacations import (
    MOST_A_YEAR,
    AbsenceAnnounced,
    VacationChanged,
    days_taken,
    end,
    plan,
    take_announcements,
    vacation_plan,
    whole_days,
)
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, begin, refused

TODAY = date(2026, 11, 20)
FIRST, LAST = date(2026, 12, 1), date(2026, 12, 10)


def announced(work: Work) -> list[AbsenceAnnounced]:
    return [each for each in work.published if isinstance(each, AbsenceAnnounced)]


def changed(work: Work) -> VacationChanged:
    """The latest change that was published."""
    return next(each for each in reversed(work.published) if isinstance(each, VacationChanged))


def test_a_vacation_stops_the_clocks_for_whole_days(
    work: Work, alice: Player, board: Board
) -> None:
    plan(work, alice, FIRST, LAST, ("Skiing",))
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.start == datetime(2026, 12, 1, tzinfo=UTC)
    assert absence.end == datetime(2026, 12, 11, tzinfo=UTC)
    (told,) = announced(work)
    assert [match.board for match in told.matches] == [board.number]
    assert [each.start for each in told.periods] == [absence.start]
    assert (changed(work).plan.left, told.said) == (MOST_A_YEAR - 10, ("Skiing",))


def test_the_days_of_a_vacation_are_in_the_player_s_time_zone(
    work: Work, alice: Player, board: Board
) -> None:
    plan(work, choose(work, alice, "timezone", "Asia/Tokyo"), FIRST, LAST)
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.start == datetime(2026, 11, 30, 15, tzinfo=UTC)


def test_a_vacation_from_today_begins_now(work: Work, alice: Player, board: Board) -> None:
    plan(work, alice, TODAY, TODAY)
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.start == work.now


def test_ending_vacations_restarts_the_clocks_and_cancels_planned_ones(
    work: Work, alice: Player, board: Board
) -> None:
    plan(work, alice, TODAY, TODAY)
    plan(work, alice, FIRST, LAST)
    work.now += timedelta(hours=2)
    end(work, alice)
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.end == work.now
    assert vacation_plan(work.tx, alice, work.now).periods == ()
    assert changed(work).ended
    with refused("no_vacation"):
        end(work, alice)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (TODAY - timedelta(days=1), LAST, "no_period"),
        (LAST, FIRST, "no_period"),
        (FIRST, FIRST + timedelta(days=500), "no_period"),
        (date(2027, 3, 1), date(2027, 4, 10), "too_much_vacation"),
        (LAST, LAST, "vacation_overlaps"),
    ],
)
def test_an_invalid_vacation_is_refused(
    work: Work, alice: Player, first: date, last: date, code: str
) -> None:
    plan(work, alice, FIRST, LAST)
    before = [*work.published]
    with refused(code):
        plan(work, alice, first, last)
    assert work.published == before


def test_vacation_days_are_counted_for_each_year(work: Work, alice: Player) -> None:
    plan(work, alice, date(2026, 12, 2), date(2027, 1, 20))
    with refused("too_much_vacation", year=2027, left=20):
        plan(work, alice, date(2027, 6, 1), date(2027, 6, 21))
    plan(work, alice, date(2027, 6, 1), date(2027, 6, 20))


@pytest.mark.parametrize(
    ("now", "first", "last", "year"),
    [
        (datetime(2026, 12, 30, tzinfo=UTC), date(2026, 12, 31), date(2028, 2, 2), 2027),
        (datetime(2026, 12, 30, tzinfo=UTC), date(2026, 12, 31), date(2028, 1, 1), 2027),
        (datetime(2027, 11, 28, tzinfo=UTC), date(2027, 12, 1), date(2028, 12, 31), 2028),
        (datetime(2026, 12, 30, tzinfo=UTC), date(2027, 11, 30), date(2028, 2, 2), None),
        (datetime(2026, 11, 20, tzinfo=UTC), date(2026, 11, 20), date(2026, 12, 30), 2026),
    ],
    ids=["thirteen months", "a year", "a leap year", "over new year", "this year"],
)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Paris", "Pacific/Kiritimati", "UTC-12"])
def test_a_year_between_the_first_and_the_last_one_counts(
    work: Work, alice: Player, zone: str, now: datetime, first: date, last: date, year: int | None
) -> None:
    work.now = now
    player = choose(work, alice, "timezone", zone)
    if year is None:
        plan(work, player, first, last)
        return
    with refused("too_much_vacation", year=year):
        plan(work, player, first, last)


def test_periods_are_summed_whatever_zone_they_were_planned_in(work: Work, alice: Player) -> None:
    for number, zone in enumerate(("Asia/Tokyo", "America/Los_Angeles", "UTC", "UTC+14")):
        first = date(2027, 2 + 2 * number, 20)
        plan(work, choose(work, alice, "timezone", zone), first, first + timedelta(days=9))
        work.now += timedelta(hours=1)
    with refused("too_much_vacation", year=2027, left=0):
        plan(work, alice, date(2027, 11, 1), date(2027, 11, 1))


def test_changes_within_an_hour_are_announced_at_its_end(
    work: Work, alice: Player, board: Board
) -> None:
    plan(work, alice, TODAY, TODAY)
    told_at = work.now + timedelta(hours=1)
    work.now += timedelta(minutes=10)
    plan(work, alice, FIRST, LAST, ("Skiing",))
    assert (changed(work).told_at, len(announced(work))) == (told_at, 1)
    assert take_announcements(work.tx, told_at - timedelta(seconds=1)) == []
    (told,) = take_announcements(work.tx, told_at)
    assert (len(told.periods), told.said) == (2, ())
    assert take_announcements(work.tx, told_at) == []


def test_without_opponents_no_announcement_is_postponed(work: Work, alice: Player) -> None:
    plan(work, alice, TODAY, TODAY)
    plan(work, alice, FIRST, LAST)
    assert changed(work).told_at is None
    assert [each.matches for each in announced(work)] == [(), ()]


@pytest.mark.parametrize(
    ("zone", "first", "last", "days"),
    [
        ("UTC", date(2026, 12, 1), date(2026, 12, 10), 10),
        ("UTC", date(2026, 12, 31), date(2027, 1, 1), 1),
        ("Europe/Paris", date(2026, 3, 29), date(2026, 3, 29), 1),
        ("Europe/Paris", date(2026, 10, 25), date(2026, 10, 25), 1),
        ("UTC", date(2027, 1, 1), date(2027, 1, 10), 0),
    ],
    ids=["within", "over new year", "short day", "long day", "another year"],
)
def test_days_of_a_year_are_whole_days_of_the_zone(
    zone: str, first: date, last: date, days: int
) -> None:
    period = whole_days(first, last, ZoneInfo(zone))
    assert days_taken([period], 2026, ZoneInfo(zone)) == days


def test_a_started_day_counts() -> None:
    start, end = whole_days(FIRST, FIRST, UTC)
    assert days_taken([(start + timedelta(hours=20), end)], 2026, UTC) == 1
    assert days_taken([], 2026, UTC) == 0


def test_games_without_limits_have_no_clock_to_stop(work: Work, alice: Player, bob: Player) -> None:
    limits = chosen_limits({"nagtime": "off", "forfeittime": "off"})
    board = begin(work, alice, bob, GameOptions(GYGES, limits=limits))
    plan(work, alice, FIRST, LAST)
    assert work.board(board.number).match == board.match
    assert [each.matches for each in announced(work)] == [(board.match,)]
