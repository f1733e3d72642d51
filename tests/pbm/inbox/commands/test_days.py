"""Days and periods as people write them."""

from __future__ import annotations

from datetime import date

import pytest

from pbm.core.refused import Refused
from pbm.core.zones import find_zone, similar_zones
from pbm.inbox.vocabulary.days import period, period_within
from tests.combinations import for_each

TODAY = date(2026, 11, 20)  # a Friday


@for_each(
    ("written", "first", "last"),
    [
        ("2026-12-24 2027-01-03", "2026-12-24", "2027-01-03"),
        ("24.12.2026 3.1.2027", "2026-12-24", "2027-01-03"),
        ("24.12. bis 3.1.", "2026-12-24", "2027-01-03"),
        ("24/12/2026 - 31/12/26", "2026-12-24", "2026-12-31"),
        ("Dec 24 until Jan 3", "2026-12-24", "2027-01-03"),
        ("from December 24th to January 3rd", "2026-12-24", "2027-01-03"),
        ("24. Dezember bis 3. Januar", "2026-12-24", "2027-01-03"),
        ("du 24 décembre au 3 janvier 2027", "2026-12-24", "2027-01-03"),
        ("van 24 december tot 3 januari", "2026-12-24", "2027-01-03"),
        ("dal 24 dicembre al 3 gennaio", "2026-12-24", "2027-01-03"),
        ("2 weeks", "2026-11-20", "2026-12-03"),
        ("für 10 Tage", "2026-11-20", "2026-11-29"),
        ("tomorrow 1 week", "2026-11-21", "2026-11-27"),
        ("24 december 2 weken", "2026-12-24", "2027-01-06"),
        ("until Sunday", "2026-11-20", "2026-11-22"),
        ("bis Sonntag", "2026-11-20", "2026-11-22"),
        ("domani fino a lunedì", "2026-11-21", "2026-11-23"),
        ("today tomorrow", "2026-11-20", "2026-11-21"),
        ("vom 1. bis 10. Dezember", "2026-12-01", "2026-12-10"),
        ("du 1er au 10 decembre", "2026-12-01", "2026-12-10"),
        ("zwei Wochen", "2026-11-20", "2026-12-03"),
    ],
)
def test_a_period_is_read(written: str, first: str, last: str) -> None:
    assert period(written.split(), TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@for_each(
    ("written", "day_first", "first", "last"),
    [
        ("away 26/12 to 2/1 sorry", False, "2026-12-26", "2027-01-02"),
        ("away 12/26/2026 to 1/2/2027 sorry", False, "2026-12-26", "2027-01-02"),
        ("weg van 4/12 tot 6/12", True, "2026-12-04", "2026-12-06"),
        ("weg van 22 december T m 4 januari", True, "2026-12-22", "2027-01-04"),
    ],
)
def test_dates_of_a_sentence_have_the_same_order(
    written: str, day_first: bool, first: str, last: str
) -> None:
    found = period_within(written.split(), TODAY, day_first=day_first)
    assert found == (date.fromisoformat(first), date.fromisoformat(last))


def test_dates_in_no_clear_order_are_not_read() -> None:
    assert period_within("from 4/12 to 6/12".split(), TODAY) is None


@for_each(
    ("written", "code"),
    [
        ("4/5/2027 6/6/2027", "ambiguous_days"),
        ("2026-12-24", "no_last_day"),
        ("24 décembre", "no_last_day"),
        ("soon", "no_day"),
        ("31.2. 3.3.", "no_day"),
        ("0 days", "no_day"),
        ("3 hours", "no_day"),
        ("2026-13-45 x", "no_day"),
        ("31.12.9999 2 weeks", "no_day"),
        ("from 9999-12-31 until Sunday", "no_day"),
        ("until 9999-12-31", "no_day"),
        ("tomorrow 31 december 9999", "no_day"),
    ],
)
def test_what_is_no_period_or_several_is_refused(written: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        period(written.split(), TODAY)
    assert refused.value.code == code


@for_each(
    ("written", "zone"),
    [
        ("Europe/Paris", "Europe/Paris"),
        ("berlin", "Europe/Berlin"),
        ("New_York", "America/New_York"),
        ("new-york", "America/New_York"),
        ("UTC", "UTC"),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_a_time_zone_is_found_by_its_city(written: str, zone: str | None) -> None:
    assert find_zone(written) == zone


def test_zones_with_similar_cities_are_proposed() -> None:
    assert "Europe/Berlin" in similar_zones("Berln")
    assert similar_zones("qqqq") == []


@for_each(
    ("written", "first", "last"),
    [
        ("hip done on the 3rd of december and no computer till about the 14th", 3, 14),
        ("am 3. dezember operiert und bis etwa 14. nicht am rechner", 3, 14),
        ("opéré le 3 décembre et sans ordinateur jusqu'au 14 environ", 3, 14),
        ("op 3 december geopereerd en tot ongeveer de 14e zonder computer", 3, 14),
        ("mi operano il 3 dicembre e niente computer fino al 14", 3, 14),
        ("dall'8 al 22 dicembre sono in brasile", 8, 22),
        ("du 8 au 22 décembre chez mon fils", 8, 22),
    ],
)
def test_other_words_may_stand_between_two_days(written: str, first: int, last: int) -> None:
    days = (date(2026, 12, first), date(2026, 12, last))
    assert period_within(written.split(), TODAY, day_first=True) == days


@for_each(
    "written",
    [
        "the 3rd of december was cold and the 14th may be colder",
        "until the 3rd of december and not until the 14th",
        "from 8 to 22 december and on monday",
    ],
)
def test_two_days_without_an_end_are_no_period(written: str) -> None:
    assert period_within(written.split(), TODAY, day_first=True) is None
