"""Dates as people write them: ``24.12.``, ``Dec 24th``, ``5-Dec-26``, ``12/29``.

A date may lack its month or year, which the other day of a period then tells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pbm.core.calendar import is_calendar_word, month_of, weekdays, words_for
from pbm.core.clocks import DAY

TODAY, TOMORROW = words_for("today"), words_for("tomorrow")

_LAST_YEAR = 2999
"""No later year is read. Dates are added to, and Python knows none after the year 9999."""
YEARS_AHEAD = 8
"""The longest time from one 29 February to the next."""
_NEAR, _SOON = 3, 62
_CENTURY = 2000

_DASH = re.compile("[\N{MINUS SIGN}~]")
_ELIDED = re.compile(r"['’](?=\d)")
"""What joins an Italian article to a day: "dall'8 al 22"."""
_INCLUSIVE = re.compile(
    rf"\b(?:{'|'.join(sorted(words_for('inclusive'), key=len, reverse=True))})\b"
)
_INCLUDED = " t/m "
_ORDINALS = r"st|nd|rd|th|er|ère|re|e|ème|ste|de"
_TOKEN = re.compile(
    rf"""\d{{4}}([-./])\d{{1,2}}\1\d{{1,2}}(?!\d)
    | \d{{1,2}}([-./])\d{{1,2}}\2(?:\d{{4}}|\d{{2}})(?!\d)
    | \d{{1,2}}[./]\d{{1,2}}(?!\d)\.?
    | \d+(?:(?:{_ORDINALS})(?!\w)|[.°º])?
    | t/m | [^\W\d_]+(?:['’][^\W\d_]+)*\.?
    | -+ | [^\s.,;:!?()\"'’]""",
    re.VERBOSE,
)
_NAMED = re.compile(r"(?<![\w-])(\d{1,2})-([^\W\d_]{3,12}\.?)-(\d{4}|\d{2})(?![\w-])")
_JOINED = re.compile(r"(?<![\d-])(\d{1,2})-(\d{1,2})(?![\d-])")
_NUMERIC = re.compile(
    r"(?P<one>\d{1,4})(?P<mark>[-./])(?P<two>\d{1,2})(?:(?P=mark)(?P<last>\d+))?\.?"
)
_NUMBER = re.compile(rf"(\d+)(?:{_ORDINALS}|[.°º])?")
_YEAR_DIGITS = 4
_MOST_DAYS = 31
_GLUED = re.compile(r"[^\W\d_]\d|\d[^\W\d_]{4}")
_YEARS = re.compile(r"20\d\d$")
_JOINING = words_for("until", "to") | {"-", "/"}


def date_tokens(text: str, *, dash_joins: bool = False) -> list[str]:
    """The figures, dates, words and marks of a text; ``5-10`` is a span from one to the other.

    dash_joins: whether ``5-10`` is a day and a month.
    """
    text = _ELIDED.sub(" ", unicodedata.normalize("NFC", text).casefold())
    text = _INCLUSIVE.sub(_INCLUDED, _DASH.sub("-", _plain_dashes(text)))
    text = _NAMED.sub(r"\1 \2 \3", text)
    if dash_joins:
        text = _JOINED.sub(r"\1.\2.", text)
    return [found[0] for found in _TOKEN.finditer(text)]


def _plain_dashes(text: str) -> str:
    # Of the dashes, ASCII has only the plain one, and every other word of a letter is asked.
    if text.isascii():
        return text
    return "".join("-" if unicodedata.category(each) == "Pd" else each for each in text)


@dataclass(frozen=True)
class Written:
    """A date as far as it is written. weekday: 0 for Monday, where it is named beside the date."""

    day: int
    month: int | None = None
    year: int | None = None
    weekday: int | None = None

    def days(self, years: Sequence[int]) -> Iterator[date]:
        """The day in its own year, or in each of these.

        A weekday shows a year only if it is near: in years, any weekday has any date.
        """
        near = years if self.weekday is None else years[:_NEAR]
        for year in near if self.year is None else (self.year,):
            found = _dated(year, self.month, self.day)
            if found and self.weekday in (None, found.weekday()):
                yield found

    def next(self, since: date) -> date | None:
        """The day, the next one from ``since`` on if the year is left out."""
        found = self.days(range(since.year, since.year + YEARS_AHEAD + 1))
        return next((each for each in found if self.year or each >= since), None)


def written_date(words: Sequence[str], since: date, *, month_first: bool) -> Written | None:
    """The date that the words are; None if they are something else.

    since: the day from which weekdays and words such as "tomorrow" are counted.
    month_first: whether ``12/5`` is the fifth of December.
    """
    day = _day_from(words, since)
    if day is not None:
        return Written(day.day, day.month, day.year)
    # "Mar" begins March, and a Tuesday beside another month.
    months = [word for word in words if month_of(word)]
    doubtful = [word for word in months if word.rstrip(".") in weekdays()]
    taken = doubtful[:1] if len(months) > 1 else []
    of_week = [word for word in words if word in taken or _is_weekday(word)]
    plain = [word for word in words if word not in of_week]
    named = {weekdays()[word.rstrip(".")] for word in of_week}
    found = _in_figures(plain, month_first=month_first) or _in_words(plain)
    if found is None or not named:
        return found
    if len(named) != 1:
        return None
    written = Written(found.day, found.month, found.year, named.pop())
    return written if found.month else _of_near_month(written, since)


def _of_near_month(written: Written, since: date) -> Written | None:
    """The date that a weekday and a number name, "Monday 23", in this month or one of the next."""
    days = (since + number * DAY for number in range(_SOON))
    named = written.day, written.weekday
    found = next((each for each in days if (each.day, each.weekday()) == named), None)
    return Written(found.day, found.month, found.year) if found else None


def _day_from(words: Sequence[str], since: date) -> date | None:
    if len(words) != 1:
        return None
    word = words[0].rstrip(".")
    if word in TODAY or word in TOMORROW:
        return since + (DAY if word in TOMORROW else 0 * DAY)
    if word in weekdays():
        return since + (weekdays()[word] - since.weekday()) % 7 * DAY
    return None


def _is_weekday(word: str) -> bool:
    return word.rstrip(".") in weekdays() and month_of(word) is None


def _in_figures(words: Sequence[str], *, month_first: bool) -> Written | None:
    """``2026-12-24``, ``24.12.``, ``24/12/26`` and, with spaces, ``24. 12.``"""
    match = _NUMERIC.fullmatch("".join(words))
    if match is None or (len(words) > 1 and not all(word.endswith(".") for word in words[:-1])):
        return None
    one, two, last = int(match["one"]), int(match["two"]), match["last"]
    if len(match["one"]) == _YEAR_DIGITS:
        return Written(int(last), two, one) if last and len(last) < _YEAR_DIGITS else None
    day, month = (two, one) if month_first and match["mark"] == "/" else (one, two)
    return Written(day, month, _year(last) if last else None)


def _in_words(words: Sequence[str]) -> Written | None:
    """``24 december``, ``dec 24th``, ``24. Dezember 2026``, ``5 Dec 26``, and a day alone."""
    months = [month for month in map(month_of, words) if month]
    figures = [word for word in words if not month_of(word)]
    if figures and len(figures[0]) == _YEAR_DIGITS:
        figures = [*figures[1:], figures[0]]
    if len(months) > 1 or not 1 <= len(figures) <= len(("day", "year")):
        return None
    day, year = _NUMBER.fullmatch(figures[0]), (figures[1:] or [""])[0]
    if day is None or len(day[1]) > len("31") or (year and not year.isdecimal()):
        return None
    if year and len(year) not in (2, _YEAR_DIGITS):
        return None
    return Written(int(day[1]), months[0] if months else None, _year(year) if year else None)


def is_about_days(word: str) -> bool:
    """Whether a word is nothing but figures and names of days: ``24.12.-3.1.``, ``5-September``.

    Letters right beside figures may be a password: ``september7``.
    """
    if _GLUED.search(word):
        return False
    tokens = date_tokens(word)
    return bool(tokens) and all(map(_tells_day, tokens))


def _tells_day(token: str) -> bool:
    if _NUMERIC.fullmatch(token) or is_calendar_word(token) or token in _JOINING:
        return True
    number = _NUMBER.fullmatch(token)
    return number is not None and (int(number[1]) <= _MOST_DAYS or _YEARS.match(token) is not None)


def _year(figures: str) -> int:
    return int(figures) + (0 if len(figures) == _YEAR_DIGITS else _CENTURY)


def _dated(year: int, month: int | None, day: int) -> date | None:
    if month is None or year > _LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
