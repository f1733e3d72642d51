"""Days and periods as people write them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from pbm.core.choices import Choice
from pbm.core.days import period, period_within
from pbm.core.model import Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.core.zones import find_zone, similar_zones, zone_of
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
        ("da lunedì a venerdì", "2026-11-23", "2026-11-27"),
        ("Mon 7 Dec - Fri 11 Dec", "2026-12-07", "2026-12-11"),
        ("15 Nov - 25 Nov", "2026-11-20", "2026-11-25"),
        ("1 Feb to 10 Feb 2028", "2028-02-01", "2028-02-10"),
        ("29 Feb - 3 Mar", "2028-02-29", "2028-03-03"),
        ("28 December - 3 January", "2026-12-28", "2027-01-03"),
        ("28 December - 3", "2026-12-28", "2027-01-03"),
        ("28 - 3 January", "2026-12-28", "2027-01-03"),
    ],
)
def test_a_period_is_read(written: str, first: str, last: str) -> None:
    assert period(written.split(), TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@for_each(
    ("written", "first", "last"),
    [
        ("until Monday week", "2026-11-20", "2026-11-30"),
        ("tot volgende week maandag", "2026-11-20", "2026-11-23"),
        ("bis nächsten Montag", "2026-11-20", "2026-11-23"),
        ("jusqu'à lundi prochain", "2026-11-20", "2026-11-23"),
        ("jusqu'a vendredi de la semaine prochaine", "2026-11-20", "2026-11-27"),
        ("fino a lunedi prossimo", "2026-11-20", "2026-11-23"),
        ("until next Friday", "2026-11-20", "2026-11-27"),
        ("von nächste Woche Dienstag bis Donnerstag", "2026-11-24", "2026-11-26"),
        ("du lundi en huit au mercredi en huit", "2026-11-30", "2026-12-02"),
        ("ab übermorgen für 2 Wochen", "2026-11-22", "2026-12-05"),
        ("après-demain, dix jours", "2026-11-22", "2026-12-01"),
        ("from the day after tomorrow for a week", "2026-11-22", "2026-11-28"),
        ("for the next ten days", "2026-11-20", "2026-11-29"),
        ("les dix prochains jours", "2026-11-20", "2026-11-29"),
        ("per i prossimi dieci giorni", "2026-11-20", "2026-11-29"),
        ("a fortnight", "2026-11-20", "2026-12-03"),
        ("lun 21 dic - mar. 22 déc.", "2026-12-21", "2026-12-22"),
        ("bis Montag, den 23.", "2026-11-20", "2026-11-23"),
        ("da lun 21 a mer 23", "2026-12-21", "2026-12-23"),
        ("dal 20 al 27", "2026-11-20", "2026-11-27"),
        ("van 20 t/m 27 december", "2026-12-20", "2026-12-27"),
    ],
)
def test_days_may_be_named_from_today(written: str, first: str, last: str) -> None:
    assert period(written.split(), TODAY) == (date.fromisoformat(first), date.fromisoformat(last))
    told = period_within(f"away {written} sorry".split(), TODAY, day_first=True)
    assert told == (date.fromisoformat(first), date.fromisoformat(last))


@for_each(
    ("written", "one", "other"),
    [
        ("until next Sunday", "2026-11-20 2026-11-22", "2026-11-20 2026-11-29"),
        ("Friday week, 3 days", "2026-11-27 2026-11-29", "2026-12-04 2026-12-06"),
        ("von nächstem Samstag 1 Woche", "2026-11-21 2026-11-27", "2026-11-28 2026-12-04"),
    ],
)
def test_a_day_of_one_week_or_another_is_asked_about(written: str, one: str, other: str) -> None:
    with pytest.raises(Refused) as refused:
        period(written.split(), TODAY)
    facts = refused.value.facts
    assert (facts["one"], facts["other"]) == (one, other)


def test_of_several_days_in_a_sentence_the_nearest_is_asked_about() -> None:
    found = period_within("away until next Sunday".split(), TODAY)
    assert found == (TODAY, date(2026, 11, 22))


FIFTH_TO_TENTH = [
    *("5-10 December", "5 –10 Dec", "5.-10. Dezember", "5.–10.12.", "5-10 déc.", "5 - 10 dic"),
    *("05.12.2026-10.12.2026", "5.12.-10.12.", "5. 12. - 10. 12. 2026", "5-10/12/2026"),
    *("2026/12/05 2026/12/10", "2026-12-05/2026-12-10", "2026.12.05-2026.12.10"),
    *("2026-12-05..2026-12-10", "5 Dec 26 to 10 Dec 26", "5dec-10dec", "Dec 5, '26 - Dec 10, '26"),
    *("Dec 5-10", "December 5th – 10th", "Dec. 5 thru Dec. 10", "Dec 5-10, 2026", "2026 Dec 5-10"),
    *("from 5 to 10 December", "vom 5. bis zum 10. Dezember", "du 5 au 10 décembre"),
    *("dal 5 al 10 dicembre", "5 t/m 10 december", "van 5 tot en met 10 dec"),
    *("between 5 and 10 December", "zwischen dem 5. und 10. Dezember", "tra il 5 e il 10 dicembre"),
    *("5th through 10th of December inclusive", "du 5 au 10 décembre inclus"),
    *("5-12 10-12", "5-12 t/m 10-12", "5-12-2026 - 10-12-2026", "05-12-26 10-12-26"),
    *("5-Dec-2026 to 10-Dec-2026", "5-Dez-26 bis 10-Dez-26", "5-Dec-26 10-Dec-26"),
]


@pytest.mark.parametrize("written", FIFTH_TO_TENTH)
def test_a_span_is_read_however_its_dates_are_joined(written: str) -> None:
    assert period(written.split(), TODAY) == (date(2026, 12, 5), date(2026, 12, 10))


@for_each(
    ("written", "first", "last"),
    [
        ("12/07/2026 12/10/2026", "2026-12-07", "2026-12-10"),
        ("07/12/2026 10/12/2026", "2026-12-07", "2026-12-10"),
        ("12/7/26 to 12/10/26", "2026-12-07", "2026-12-10"),
        ("12/29 to 1/2", "2026-12-29", "2027-01-02"),
        ("28/12-2/1", "2026-12-28", "2027-01-02"),
        ("7/12 - 10/12", "2026-12-07", "2026-12-10"),
        ("2/1/2027 - 10/1/2027", "2027-01-02", "2027-01-10"),
        ("until 12/29", "2026-11-20", "2026-12-29"),
        ("12/07/2026 10 days", "2026-12-07", "2026-12-16"),
    ],
)
def test_both_dates_with_slashes_have_the_order_that_lies_ahead(
    written: str, first: str, last: str
) -> None:
    assert period(written.split(), TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


def test_two_orders_are_offered_if_both_lie_ahead() -> None:
    with pytest.raises(Refused) as refused:
        period("1/2 - 3/2".split(), TODAY)
    assert refused.value.facts["one"] == "2027-01-02 2027-03-02"
    assert refused.value.facts["other"] == "2027-02-01 2027-02-03"


@for_each(
    "written",
    [
        "12/10/2026 12/07/2026",
        "10 Dec - 5 Dec",
        "1/2/2026 2/2/2026",
        "2026-12-10 2026-12-05",
        "15/11/2026 - 5/12/2026",
    ],
)
def test_days_in_the_past_and_backwards_are_returned_as_written(written: str) -> None:
    first, last = period(written.split(), TODAY)
    assert first < TODAY or last < first


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
        ("31 September to 3 October", "no_day"),
        ("12/29 - 31/12", "no_day"),
        ("Monday 8 Dec - Fri 11 Dec", "no_day"),
        ("from Mon 22 Dec until 24 Dec", "no_day"),
        ("until Monday 24", "no_day"),
        ("Dec 5 to Nov 31", "no_day"),
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
        ("GMT+2", "UTC+02:00"),
        ("UTC+5:30", "UTC+05:30"),
        ("gmt-5", "UTC-05:00"),
        ("+2", "UTC+02:00"),
        ("utc +2", "UTC+02:00"),
        ("UTC+0545", "UTC+05:45"),
        ("UTC−3", "UTC-03:00"),
        ("UTC+2h", "UTC+02:00"),
        ("Z", "UTC"),
        ("GMT+0", "UTC"),
        ("UTC+5.5", "UTC+05:30"),
        ("GMT plus 2", "UTC+02:00"),
        ("gmt minus 3,75", "UTC-03:45"),
        ("(GMT+01:00) Berlin", "Europe/Berlin"),
        ("(UTC+01:00) Bern, Amsterdam", "Europe/Amsterdam"),
        ("(UTC-03:30)_Nowhere", "UTC-03:30"),
        ("(soon) Nowhere", None),
        ("etc/gmt+2", "Etc/GMT+2"),
        ("GMT-14", None),
        ("UTC+15", None),
        ("UTC2", None),
        ("2", None),
        ("", None),
    ],
)
def test_a_time_zone_is_found_by_its_city(written: str, zone: str | None) -> None:
    assert find_zone(written) == zone


def test_an_offset_is_east_of_greenwich_behind_a_plus_and_in_names_of_iana_west() -> None:
    noon = datetime(2026, 12, 7, 12, tzinfo=UTC)
    hours = {name: noon.astimezone(zone_of(living_in(name))).hour for name in ZONES}
    assert hours == ZONES


ZONES = {"UTC+02:00": 14, "Etc/GMT+2": 10, "UTC-05:00": 7}


def living_in(zone: str) -> Player:
    settings = {Choice.TIMEZONE.value: zone}
    since = datetime(2026, 11, 20, tzinfo=UTC)
    return Player(1, "alice", PlayerStatus.ACTIVE, None, ("alice@example.org",), settings, since)


def test_zones_with_similar_cities_are_proposed() -> None:
    assert "Europe/Berlin" in similar_zones("Berln")
    assert similar_zones("qqqq") == []
    assert not any(name.startswith("Etc/") for name in similar_zones("GMT+20"))


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
        ("i am away 8-22 December skiing", 8, 22),
        ("entre le 8 et le 22 décembre je suis absent", 8, 22),
        ("vom 8. bis 22. Dez. bin ich weg", 8, 22),
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
