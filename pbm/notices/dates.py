"""Dates, times and durations in words, in the reader's time zone and language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta, tzinfo

from babel.dates import format_skeleton
from babel.lists import format_list
from babel.units import format_unit

from pbm.core.languages import ENGLISH
from pbm.notices.languages import locale_of

MINUTE = timedelta(minutes=1)
_DAY = "MMMEd"
_NUMERIC: Mapping[str, str] = {
    "de": "%d.%m.%Y",
    "fr": "%d/%m/%Y",
    "it": "%d/%m/%Y",
    "nl": "%d-%m-%Y",
}
"""Dates in digits, ten characters wide. Other languages have the form of commands: 2026-12-07."""


def local_day(
    at: datetime, zone: tzinfo, language: str = ENGLISH, told: datetime | None = None
) -> str:
    """The day, as in ``Mon 7 Dec``.

    told: when the reader is told. A day of another year is named with its year.
    """
    local = at.astimezone(zone).replace(tzinfo=None)
    is_near = told is None or told.astimezone(zone).year == local.year
    day = _plain(format_skeleton(_DAY, local, locale=locale_of(language)))
    # CLDR has a comma before days with a year, in English alone.
    return day if is_near else f"{day} {local.year}"


def local_time(
    at: datetime, zone: tzinfo, language: str = ENGLISH, told: datetime | None = None
) -> str:
    """Day and time without their zone, as in ``Mon 7 Dec 18:00``. told: as in ``local_day``."""
    return f"{local_day(at, zone, language, told)} {at.astimezone(zone):%H:%M}"


def local_moment(
    at: datetime, zone: tzinfo, language: str = ENGLISH, told: datetime | None = None
) -> str:
    """Day and time, as in ``Mon 7 Dec 18:00 (Europe/Paris)``. told: as in ``local_day``.

    In the hour that occurs twice when daylight saving time ends, the UTC offset is added.
    """
    local = at.astimezone(zone)
    name = f"{zone}, {_offset(local)}" if _comes_twice(local) else str(zone)
    return f"{local_time(at, zone, language, told)} ({name})"


def numeric_date(written: str, language: str = ENGLISH) -> str:
    """A date of the form 2026-12-07 as readers of the language write it: ``07.12.2026``."""
    return date.fromisoformat(written).strftime(_NUMERIC.get(language, "%Y-%m-%d"))


def is_midnight(at: datetime, zone: tzinfo) -> bool:
    """Whether a day begins at this time."""
    local = at.astimezone(zone)
    return (local.hour, local.minute) == (0, 0)


def _comes_twice(local: datetime) -> bool:
    return local.replace(fold=1 - local.fold).utcoffset() != local.utcoffset()


def _offset(local: datetime) -> str:
    written = f"{local:%z}"
    return f"UTC{written[:3]}:{written[3:]}"


def span(time: timedelta, language: str = ENGLISH) -> str:
    """A duration in its two largest units, rounded down: ``20 days and 3 hours``, ``5 minutes``."""
    minutes = max(time, timedelta(0)) // MINUTE
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    while len(parts) > 1 and not parts[0][0]:
        del parts[0]
    shown = [part for part in parts[:2] if part[0]] or parts[-1:]
    told = [_measure(number, unit, language) for number, unit in shown]
    return _plain(format_list(told, locale=locale_of(language)))


def roughly(time: timedelta, language: str = ENGLISH) -> str:
    """A duration in whole days if it is two days or more, otherwise as ``span`` says it."""
    return span(timedelta(days=time.days) if time.days > 1 else time, language)


def _measure(number: int, unit: str, language: str) -> str:
    name, locale = f"duration-{unit}", locale_of(language)
    told = format_unit(number, name, "long", locale=locale)
    # Where both forms are the same, as in "20 giorni", Babel knows the short one alone.
    return format_unit(number, name, "short", locale=locale) if name in told else told


def _plain(text: str) -> str:
    """The text with each Unicode space replaced by an ordinary one, for old mail programs."""
    return " ".join(text.split())
