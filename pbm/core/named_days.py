"""Days that are named from today, as dates: "next Monday", "Monday week", "übermorgen"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache, partial

from pbm.core.calendar import named_weekdays, phrases_for
from pbm.core.clocks import DAY

_WEEK = 7 * DAY
_AFTER_TOMORROW, _NEXT_WEEK, _WEEK_LATER = "after_tomorrow", "next_week", "week_later"
_TABLES = (_AFTER_TOMORROW, _NEXT_WEEK, _WEEK_LATER, "next_day")
"""The tables of phrases, those that may be parts of others last."""
_DAY = "{day}"
_WORD = re.compile(r"\w+")


def with_dates(text: str, today: date) -> Sequence[str]:
    """Return the text with dates in figures in place of such days.

    There are two if that may be either of two days: "next Sunday", when one is in this week.
    """
    plain = unicodedata.normalize("NFC", text).casefold()
    found = (_dated(plain, today, later=later) for later in (False, True))
    return list(dict.fromkeys(found))


def _dated(text: str, today: date, *, later: bool) -> str:
    for table, pattern in _patterns().items():
        text = pattern.sub(partial(_date, table, today, later), text)
    return text


def _date(table: str, today: date, later: bool, found: re.Match[str]) -> str:
    if table == _AFTER_TOMORROW:
        return str(today + 2 * DAY)
    named = named_weekdays()
    weekday = next(named[word] for word in _WORD.findall(found[0]) if word in named)
    next_monday = today - today.weekday() * DAY + _WEEK
    if table == _NEXT_WEEK:
        return str(next_monday + weekday * DAY)
    if table == _WEEK_LATER:
        # On a Friday, some mean by "Friday week" the second one to come.
        coming = today + (weekday - today.weekday()) % 7 * DAY + _WEEK
        return str(coming + _WEEK if later and coming - today == _WEEK else coming)
    coming = today + ((weekday - today.weekday() - 1) % 7 + 1) * DAY
    return str(coming + _WEEK if later and coming < next_monday else coming)


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    days = "|".join(named_weekdays())
    return {table: _pattern(phrases_for(table), days) for table in _TABLES}


def _pattern(phrases: Sequence[str], days: str) -> re.Pattern[str]:
    # A longer phrase may begin with a shorter one.
    longest_first = map(re.escape, sorted(phrases, key=len, reverse=True))
    words = "|".join(longest_first).replace(re.escape(_DAY), f"(?:{days})")
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
