"""Arithmetic of clocks, in days from a moment called ``DAWN``."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.core.clocks import Absence, Clock, Pause, TimeLimits, clock_data, clock_from
from pbm.core.games import Seat

DAWN = datetime(2026, 11, 20, tzinfo=UTC)
SOUTH, NORTH = Seat.FIRST, Seat.SECOND


def days(number: float) -> timedelta:
    return timedelta(days=number)


def day(number: float) -> datetime:
    return DAWN + days(number)


def away(start: float, end: float, seat: Seat = SOUTH, why: Pause = Pause.VACATION) -> Absence:
    return Absence(seat, day(start), day(end), why)


def running(
    nag: float | None = None, forfeit: float | None = None, total: float | None = None
) -> Clock:
    """Return a clock with limits in days; South has been to move since ``DAWN``."""
    spans = [None if each is None else days(each) for each in (nag, forfeit, total)]
    return Clock(TimeLimits(*spans)).turned(SOUTH, DAWN)


def alarms(clock: Clock) -> list[datetime]:
    """Return the moments of all reminders and the deadline."""
    found: list[datetime] = []
    after: datetime | None = DAWN
    while after is not None and after != clock.deadline():
        after = clock.alarm(after)
        found += [after] if after else []
    return found


def test_the_limit_for_a_move_gives_its_deadline() -> None:
    assert running(forfeit=21).deadline() == day(21)


def test_without_limits_no_clock_runs() -> None:
    clock = Clock().turned(SOUTH, DAWN)
    assert clock == Clock()
    assert clock.deadline() is clock.alarm(DAWN) is None
    assert clock.excused([away(1, 2)]) == Clock()


def test_the_total_is_shared_by_all_moves_of_a_player() -> None:
    clock = running(forfeit=21, total=30).turned(NORTH, day(20)).turned(SOUTH, day(22))
    assert clock.spent == (days(20), days(2))
    assert clock.deadline() == day(22 + 10)


def test_a_total_that_is_used_up_leaves_no_time() -> None:
    clock = running(total=3).turned(NORTH, day(4)).turned(SOUTH, day(5))
    assert clock.deadline() == day(5)


def test_a_turn_goes_on_for_a_player_whose_opponent_is_passed_over() -> None:
    clock = running(forfeit=21).turned(SOUTH, day(2))
    assert clock.spent == (days(2), days(0))
    assert clock.deadline() == day(2 + 21)


def test_a_finished_game_has_no_reminder_and_no_deadline() -> None:
    clock = running(7, 21).turned(None, day(2))
    assert clock.deadline() is clock.alarm(day(2)) is None
    assert clock.used(day(30)) == days(0)


def test_reminders_come_at_each_nag_time_and_a_day_before_the_deadline() -> None:
    assert alarms(running(nag=7, forfeit=21)) == [day(7), day(14), day(20), day(21)]


def test_the_last_reminder_of_a_quick_game_comes_when_a_quarter_is_left() -> None:
    assert alarms(running(nag=1, forfeit=2)) == [day(1), day(1.5), day(2)]


def test_without_a_deadline_a_move_has_a_few_reminders_only() -> None:
    assert alarms(running(nag=7)) == [day(7), day(14), day(21), day(28), day(35)]


def test_a_deadline_that_has_passed_is_due_at_once() -> None:
    assert running(7, 21).alarm(day(30)) == day(21)


def test_a_vacation_moves_the_deadline_by_its_length() -> None:
    assert running(forfeit=21).excused([away(5, 12)]).deadline() == day(28)


def test_a_vacation_after_the_deadline_does_not_move_it() -> None:
    assert running(forfeit=21).excused([away(21, 30)]).deadline() == day(21)


def test_a_vacation_counts_if_an_earlier_one_moves_the_deadline_beyond_its_start() -> None:
    clock = running(forfeit=21).excused([away(22, 25), away(20, 22)])
    assert clock.deadline() == day(26)


def test_a_vacation_that_has_begun_counts_from_the_turn_on() -> None:
    clock = running(forfeit=21).excused([away(-5, 3)])
    assert clock.deadline() == day(24)
    assert clock.used(day(4)) == days(1)


def test_the_vacation_of_one_player_does_not_help_the_other() -> None:
    assert running(forfeit=21).excused([away(5, 12, NORTH)]).deadline() == day(21)


def test_overlapping_absences_count_once() -> None:
    clock = running(forfeit=21).excused([away(5, 12), away(10, 14, why=Pause.DOWNTIME), away(6, 7)])
    assert clock.deadline() == day(21 + 9)
    assert clock.used(day(13)) == days(5)
    assert clock.turned(NORTH, day(20)).spent[0] == days(11)


def test_reminders_wait_for_the_end_of_a_vacation() -> None:
    clock = running(nag=7, forfeit=21).excused([away(5, 12)])
    assert alarms(clock) == [day(14), day(21), day(27), day(28)]


def test_a_vacation_that_is_over_is_dropped_when_the_turn_ends() -> None:
    clock = running(forfeit=21).excused([away(1, 3), away(2, 9, NORTH)])
    assert clock.turned(NORTH, day(4)).absences == (away(2, 9, NORTH),)


def test_the_clock_runs_again_when_a_vacation_ends_early() -> None:
    clock = running(forfeit=21).excused([away(5, 12), away(40, 50), away(6, 9, NORTH)])
    home = clock.returned(SOUTH, day(7))
    assert home.absences == (away(5, 7), away(6, 9, NORTH))
    assert home.deadline() == day(23)


def test_the_end_of_a_vacation_does_not_shorten_downtime() -> None:
    clock = running(forfeit=21).excused([away(5, 12, why=Pause.DOWNTIME)])
    assert clock.returned(SOUTH, day(7)) == clock


def test_the_end_of_a_bounce_pause_does_not_end_a_vacation() -> None:
    clock = running(forfeit=21).excused([away(5, 12), away(6, 13, why=Pause.BOUNCE)])
    assert clock.returned(SOUTH, day(7), Pause.BOUNCE).absences == (
        away(5, 12),
        away(6, 7, why=Pause.BOUNCE),
    )
    assert clock.returned(SOUTH, day(7)).absences == (away(5, 7), away(6, 13, why=Pause.BOUNCE))


def test_a_day_has_24_hours_when_daylight_saving_time_ends() -> None:
    paris = ZoneInfo("Europe/Paris")
    noon = datetime(2026, 10, 24, 12, tzinfo=paris).astimezone(UTC)
    clock = Clock(TimeLimits(forfeit=days(1))).turned(SOUTH, noon)
    deadline = clock.deadline()
    assert deadline is not None
    assert deadline.astimezone(paris).replace(tzinfo=None) == datetime(2026, 10, 25, 11)


@pytest.mark.parametrize("clock", [Clock(), running(7, 21, 60).excused([away(1.5, 3)])])
def test_a_clock_survives_json(clock: Clock) -> None:
    assert clock_from(json.loads(json.dumps(clock_data(clock)))) == clock


spans = st.floats(0, 60).map(days)
absences = st.lists(
    st.tuples(st.floats(-10, 40), st.floats(0, 20)).map(lambda p: away(p[0], p[0] + p[1])),
    max_size=5,
)


@given(absences, st.floats(0.1, 60))
def test_at_the_deadline_the_allowance_is_used_up(gone: list[Absence], allowed: float) -> None:
    clock = running(forfeit=allowed).excused(gone)
    deadline = clock.deadline()
    assert deadline is not None
    second = timedelta(seconds=1)
    assert abs(clock.used(deadline) - days(allowed)) <= second
    assert clock.used(deadline - 2 * second) < days(allowed)


@given(absences, spans, spans)
def test_time_never_runs_backwards(gone: list[Absence], one: timedelta, two: timedelta) -> None:
    clock = running(forfeit=21).excused(gone)
    early, late = sorted([one, two])
    assert clock.used(DAWN + early) <= clock.used(DAWN + late) <= late
