from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbm.core.choices import Choice
from pbm.core.model import Player, PlayerStatus
from pbm.core.zones import find_zone, zone_of
from pbm.notices.dates import local_moment, numeric_date, span
from tests.combinations import for_each

PARIS = ZoneInfo("Europe/Paris")


def test_a_time_is_in_the_reader_s_time_zone() -> None:
    at = datetime(2026, 12, 7, 17, tzinfo=UTC)
    assert local_moment(at, PARIS) == "Mon 7 Dec 18:00 (Europe/Paris)"
    assert local_moment(at, ZoneInfo("Asia/Tokyo")) == "Tue 8 Dec 02:00 (Asia/Tokyo)"


@pytest.mark.parametrize(("hour", "offset"), [(0, "UTC+02:00"), (1, "UTC+01:00")])
def test_a_time_that_occurs_twice_has_its_utc_offset(hour: int, offset: str) -> None:
    at = datetime(2026, 10, 25, hour, 30, tzinfo=UTC)
    assert local_moment(at, PARIS) == f"Sun 25 Oct 02:30 (Europe/Paris, {offset})"


def test_other_times_of_the_change_have_no_offset() -> None:
    assert local_moment(datetime(2026, 3, 29, 1, tzinfo=UTC), PARIS) == (
        "Sun 29 Mar 03:00 (Europe/Paris)"
    )


@for_each(
    ("time", "told"),
    [
        (timedelta(days=20, hours=3, minutes=59), "20 days and 3 hours"),
        (timedelta(days=21), "21 days"),
        (timedelta(hours=3, minutes=20, seconds=59), "3 hours and 20 minutes"),
        (timedelta(minutes=5), "5 minutes"),
        (timedelta(days=1, minutes=5), "1 day"),
        (timedelta(seconds=5), "0 minutes"),
        (timedelta(days=-3), "0 minutes"),
    ],
)
def test_a_duration_has_its_two_largest_units(time: timedelta, told: str) -> None:
    assert span(time) == told


@for_each(
    ("language", "told"),
    [
        ("de", "20 Tage und 3 Stunden"),
        ("fr", "20 jours et 3 heures"),
        ("it", "20 giorni e 3 ore"),
        ("nl", "20 dagen en 3 uur"),
    ],
)
def test_a_duration_is_in_the_reader_s_language(language: str, told: str) -> None:
    assert span(timedelta(days=20, hours=3), language) == told


@for_each(
    ("language", "told"),
    [("en", "2026-12-07"), ("de", "07.12.2026"), ("fr", "07/12/2026"), ("nl", "07-12-2026")],
)
def test_a_date_has_the_form_of_the_reader_s_language(language: str, told: str) -> None:
    assert numeric_date("2026-12-07", language) == told


def test_a_time_zone_is_found_in_any_case() -> None:
    assert find_zone(" europe/paris ") == "Europe/Paris"
    assert find_zone("utc") == "UTC"
    assert find_zone("Europe") is None


@pytest.mark.parametrize("name", ["localtime", "Factory", "posixrules", "right/UTC", "../UTC"])
def test_what_only_some_machines_know_is_no_time_zone(name: str) -> None:
    assert find_zone(name) is None


def test_a_time_zone_that_another_machine_knew_is_read_as_utc() -> None:
    settings = {Choice.TIMEZONE.value: "Mars/Olympus"}
    address, now = "alice@example.org", datetime(2026, 12, 7, 17, tzinfo=UTC)
    alice = Player(1, "alice", PlayerStatus.ACTIVE, None, (address,), settings, now)
    assert str(zone_of(alice)) == "UTC"
