"""Mails below a provider's limit of a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbm.smtp.pacing import Pace, day_of

DAY = datetime(2026, 11, 20, tzinfo=UTC)
URGENT = ("board", "confirm")
PACE = Pace(100, URGENT)
NOON = DAY + timedelta(hours=12)


def sent(number: int, last: datetime = NOON) -> list[datetime]:
    return [last] * number


@pytest.mark.parametrize(("gone", "unmarked", "room"), [(0, 0, 80), (79, 0, 1), (10, 5, 65)])
def test_until_four_fifths_are_gone_all_leave(gone: int, unmarked: int, room: int) -> None:
    assert PACE.room(sent(gone), unmarked, NOON) == (room, (), False)


@pytest.mark.parametrize("gone", [80, 90, 99])
def test_then_only_urgent_ones_leave_one_at_a_time(gone: int) -> None:
    assert PACE.room(sent(gone, DAY), 0, NOON) == (1, URGENT, True)
    assert PACE.room(sent(gone - 1, DAY), 1, NOON).mails == 0


def test_they_are_spread_over_the_rest_of_the_day() -> None:
    pause = timedelta(hours=12) / 20
    before = sent(80, NOON - pause)
    assert PACE.room(before, 0, NOON).mails == 1
    assert PACE.room(sent(80, NOON - pause + timedelta(minutes=1)), 0, NOON).mails == 0


def test_at_the_limit_none_leaves_until_the_day_is_over() -> None:
    late = DAY + timedelta(hours=23, minutes=59)
    assert PACE.room(sent(100), 0, late).mails == 0
    assert day_of(late) == DAY
    assert PACE.room([], 0, DAY + timedelta(days=1)).mails == 80
