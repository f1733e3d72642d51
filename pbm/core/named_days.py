"""Days that are named from today, as dates: "next Monday", "Monday week", "übermorgen"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import cache, partial

from pbm.core.calendar import named_weekdays, phrases_for
from pbm.core.clocks import DAY

_WEEK = 7 * DAY
_AFTER_TOMORROW, _NEXT_WEEK, _WEEK_LATER = "after_tomorrow", "next_week", "week_later"
_OF_WEEKDAYS = (_NEXT_WEEK, _WEEK_LATER, "next_day")
"""The tables of phrases with a weekday, those that may be parts of others last."""
_DAY = "{day}"
_MARK = "\0"
_MARKED = re.compile(rf"{_MARK}(\d)([^{_MARK}]+){_MARK}")


def with_dates(text: str, today: date) -> Sequence[str]:
    """Return the text with dates in figures in place of such days.

    There are two if that may be either of two days: "next Sunday", when one is in this week.
    """
    plain = unicodedata.normalize("NFC", text).casefold().replace(_MARK, "")
    if any(map(plain.__contains__, phrases_for(_AFTER_TOMORROW))):
        plain = _forms(_AFTER_TOMORROW).sub(str(today + 2 * DAY), plain)
    if not any(map(plain.__contains__, named_weekdays())):
        return [plain]
    # To look for phrases with any of all weekdays would take ten times as long.
    marked = _weekdays().sub(_as_marked, plain)
    found = (_dated(marked, today, later=later) for later in (False, True))
    return list(dict.fromkeys(found))


def _as_marked(found: re.Match[str]) -> str:
    return f"{_MARK}{named_weekdays()[found[0]]}{found[0]}{_MARK}"


def _dated(marked: str, today: date, *, later: bool) -> str:
    for table in _OF_WEEKDAYS:
        marked = _forms(table).sub(partial(_date, table, today, later), marked)
    return _MARKED.sub(r"\2", marked)


def _date(table: str, today: date, later: bool, found: re.Match[str]) -> str:
    named = _MARKED.search(found[0])
    assert named is not None, "each phrase has a weekday"
    weekday = int(named[1])
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
def _weekdays() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(named_weekdays())})(?![\w-])")


@cache
def _forms(table: str) -> re.Pattern[str]:
    # A longer phrase may begin with a shorter one.
    longest_first = map(re.escape, sorted(phrases_for(table), key=len, reverse=True))
    words = "|".join(longest_first).replace(re.escape(_DAY), _MARKED.pattern.replace("(", "(?:"))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
