from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbm.core.clocks import DAY, Absence, Pause
from pbm.core.contests.calendar import LENGTH, end_of, next_start
from pbm.core.contests.pauses import MOST_PAUSED, capped
from pbm.core.contests.stairs import climbed, met_lately, takes_slot, within_reach
from pbm.core.games import Seat
from pbm.core.happenings import Excused, Returned
from tests.combinations import for_each

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


@for_each(("step", "points", "after"), [(1, 2, 2), (1, 0, 1), (3, 0, 2), (3, 1, 3), (1, 1, 1)])
def test_a_win_leads_up_and_a_loss_down_but_not_below_the_first_step(
    step: int, points: int, after: int
) -> None:
    assert climbed(step, points) == after


def test_one_s_own_step_and_the_next_are_within_reach() -> None:
    assert [step for step in range(6) if within_reach(3, step)] == [3, 4]


def test_a_slot_is_free_after_21_days_and_an_opponent_after_14() -> None:
    assert takes_slot(NOW, NOW + 20 * DAY)
    assert not takes_slot(NOW, NOW + 21 * DAY)
    assert met_lately(NOW, NOW + 13 * DAY)
    assert not met_lately(NOW, NOW + 14 * DAY)


def test_seasons_begin_four_times_a_year() -> None:
    at, starts = NOW, []
    for _ in range(5):
        at = next_start(at)
        starts.append(at.strftime("%Y-%m-%d %H"))
    assert starts == [
        *("2027-01-01 08", "2027-04-01 08", "2027-07-01 08", "2027-10-01 08", "2028-01-01 08"),
    ]


def test_a_season_ends_before_the_next_one_begins() -> None:
    start = next_start(NOW)
    assert end_of(start) == start + LENGTH == next_start(start)
    late = start + 30 * DAY
    assert end_of(late) == next_start(start)


def away(start: int, days: int, why: Pause = Pause.VACATION, seat: Seat = Seat.FIRST) -> Absence:
    begun = NOW + start * DAY
    return Absence(seat, begun, begun + days * DAY, why)


def spans(absences: tuple[Absence, ...]) -> list[timedelta]:
    return [each.end - each.start for each in absences]


def test_seven_days_of_vacation_and_bounces_together_count() -> None:
    added = (away(0, 5), away(10, 5, Pause.BOUNCE), away(20, 3), away(0, 9, seat=Seat.SECOND))
    assert sorted(spans(capped((), added))) == [2 * DAY, 5 * DAY, MOST_PAUSED]


def test_downtime_of_the_server_always_counts() -> None:
    assert spans(capped((), (away(0, 20, Pause.DOWNTIME), away(0, 20)))) == [20 * DAY, MOST_PAUSED]


def test_who_returns_early_has_the_rest_left() -> None:
    before = [Excused((away(0, 6),)), Returned(Seat.FIRST, NOW + 2 * DAY)]
    assert spans(capped(before, (away(10, 9),))) == [5 * DAY]
