from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.play.settings import choose
from pbm.play.vacations import (
    MOST_A_YEAR,
    AbsenceAnnounced,
    VacationChanged,
    end,
    plan,
    take_announcements,
    vacation_plan,
)
from pbm.play.work import Work
from tests.pbm.play.table import refused

TODAY = date(2026, 11, 20)
FIRST, LAST = date(2026, 12, 1), date(2026, 12, 10)


def announced(work: Work) -> list[AbsenceAnnounced]:
    return [each for each in work.published if isinstance(each, AbsenceAnnounced)]


def changed(work: Work) -> VacationChanged:
    """The latest change."""
    return next(each for each in reversed(work.published) if isinstance(each, VacationChanged))


def test_the_clocks_stand_still_for_whole_days(work: Work, alice: Player, board: Board) -> None:
    plan(work, alice, FIRST, LAST, ("Skiing",))
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.start == datetime(2026, 12, 1, tzinfo=UTC)
    assert absence.end == datetime(2026, 12, 11, tzinfo=UTC)
    (told,) = announced(work)
    assert [match.board for match in told.matches] == [board.number]
    assert [each.start for each in told.periods] == [absence.start]
    assert (changed(work).plan.left, told.said) == (MOST_A_YEAR - 10, ("Skiing",))


def test_a_day_begins_where_the_player_is(work: Work, alice: Player, board: Board) -> None:
    plan(work, choose(work, alice, "timezone", "Asia/Tokyo"), FIRST, LAST)
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.start == datetime(2026, 11, 30, 15, tzinfo=UTC)


def test_a_vacation_from_today_begins_now(work: Work, alice: Player, board: Board) -> None:
    plan(work, alice, TODAY, TODAY)
    (absence,) = work.board(board.number).match.clock.absences
    assert absence.start == work.now


def test_ending_it_lets_the_clocks_run_and_takes_back_what_was_planned(
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
def test_a_time_that_nobody_may_have_is_refused(
    work: Work, alice: Player, first: date, last: date, code: str
) -> None:
    plan(work, alice, FIRST, LAST)
    before = [*work.published]
    with refused(code):
        plan(work, alice, first, last)
    assert work.published == before


def test_the_days_of_each_year_are_counted_apart(work: Work, alice: Player) -> None:
    plan(work, alice, date(2026, 12, 2), date(2027, 1, 20))
    with refused("too_much_vacation", year=2027, left=20):
        plan(work, alice, date(2027, 6, 1), date(2027, 6, 21))
    plan(work, alice, date(2027, 6, 1), date(2027, 6, 20))


def test_what_changes_within_the_hour_is_told_when_it_is_over(
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


def test_where_there_are_no_opponents_nobody_waits(work: Work, alice: Player) -> None:
    plan(work, alice, TODAY, TODAY)
    plan(work, alice, FIRST, LAST)
    assert changed(work).told_at is None
    assert [each.matches for each in announced(work)] == [(), ()]
