"""Days and periods as people write them, in all languages: ``24.12. until Sunday``, ``2 weeks``.

Babel, which writes the dates of our mails, knows the names of months and weekdays. dateparser reads
more, but also takes a guess where a day is ambiguous, and brings three packages along.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import dropwhile, pairwise
from typing import Literal

from babel.dates import get_day_names, get_month_names

from pbm.core.clocks import DAY
from pbm.core.languages import languages
from pbm.core.refused import Refused
from pbm.core.time_controls import UNITS
from pbm.notices.languages import locale_of

Days = tuple[date, date]

_WIDTHS: Sequence[Literal["wide", "abbreviated"]] = ("wide", "abbreviated")
_TODAY = frozenset({"today", "now", "heute", "aujourd'hui", "vandaag", "oggi"})
_TOMORROW = frozenset({"tomorrow", "demain", "domani", "morgen"})
_UNTIL = frozenset(
    """to until till through - – bis au jusqu'au jusqu'à jusque jusqu tot t/m t al alla all fino a
    zum""".split()
)
_GERMAN_UNTIL = frozenset({"bis", "zum"})
_FILLERS = frozenset(
    """from for the of on von vom ab für am du le de depuis pour van vanaf voor dal dall il
    per""".split()
)
_JOINING = _FILLERS | _UNTIL
_ABOUT = _FILLERS.union(
    "about around roughly etwa ungefähr circa ca environ vers ongeveer rond circa".split()
)
"""The words between "until" and a day that is not certain."""
_COUNTS: Mapping[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "a an one ein eine einen un une een één uno una",
            "two zwei deux twee due",
            "three drei trois drie tre",
            "four vier quatre quattro",
        ),
        start=1,
    )
    for word in words.split()
}
"""The words for how many weeks or days a short absence lasts."""

MONTHS = 12
LONGEST_ABBREVIATION = 3
_LAST_YEAR = 2999
"""No later year is read: some weeks behind the last day that Python knows, there is none."""

_NUMBERS = re.compile(r"(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})((?:/\d{4}|/\d{2})?)")
_INCLUSIVE = re.compile(
    r" (?:t m|tot en met|bis einschließlich|bis einschliesslich|up to and including) "
)
_ELIDED = re.compile(r"['’](?=\d)")
"""What joins an Italian article to a day: "dall'8 al 22"."""
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.|er|e|°)?")


def period(words: Sequence[str], today: date) -> tuple[date, date]:
    """Read the first and the last day of a period.

    If only its length or its end is given, it begins today.

    :raises Refused: if the words name no period, or several
    """
    known = [word.casefold().strip(",;!") for word in words]
    plain = [word for word in known if word not in _FILLERS]
    found = list(dict.fromkeys(_periods(plain, today)))
    if len(found) == 1:
        return found[0]
    written = " ".join(words)[:40]
    if found:
        one, other = (f"{first} {last}" for first, last in found[:2])
        raise Refused("ambiguous_days", written=written, one=one, other=other)
    raise Refused("no_last_day" if any(_days(plain, today)) else "no_day", word=written)


def _periods(words: Sequence[str], today: date) -> Iterator[tuple[date, date]]:
    if words and words[0] in _UNTIL:
        yield from ((today, last) for last in _days(_behind_until(words), today))
    span = _span(words)
    if span is not None:
        yield today, today + span - DAY
    for at in range(1, len(words)):
        rest = _behind_until(words[at:])
        for first in _days(words[:at], today):
            span = _span(rest)
            ends = [first + span - DAY] if span is not None else _days(rest, first)
            yield from ((first, last) for last in ends)
        yield from _within_a_month(words[:at], rest, today)


def _within_a_month(
    words: Sequence[str], rest: Sequence[str], today: date
) -> Iterator[tuple[date, date]]:
    """``1. bis 10. Dezember``: the month behind the last day is that of the first one, too."""
    figure = _ORDINAL.fullmatch(" ".join(words))
    if figure is None or not rest:
        return
    last_figure = _ORDINAL.fullmatch(" ".join(rest))
    if last_figure is not None:
        yield from _next_days(int(figure[1]), int(last_figure[1]), today)
        return
    for last in _days(rest, today):
        yield from (
            (first, last) for first in _dated(last.year, last.month, int(figure[1])) if first < last
        )


def _next_days(first: int, last: int, today: date) -> Iterator[tuple[date, date]]:
    """``3. bis 10.``: of this month, or of the next one if these days are over."""
    this, following = today.replace(day=1), (today.replace(day=28) + 4 * DAY).replace(day=1)
    found = (
        (max(begin, today), end)
        for month in (this, following)
        for begin in _dated(month.year, month.month, first)
        for end in _dated(month.year, month.month, last)
        if begin < end >= today
    )
    yield from [*found][:1]


def period_within(
    words: Sequence[str], today: date, *, day_first: bool = False
) -> tuple[date, date] | None:
    """Return the period that a sentence names between other words, None if that is not clear.

    day_first: whether the day comes before the month in the language of the sentence.
    """
    text = _ELIDED.sub(" ", " ".join(words).casefold())
    spoken = _INCLUSIVE.sub(" t/m ", text).split()
    plain = _in_one_order(spoken, day_first=day_first)
    told = _telling_time(plain)
    if not told:
        return None
    begin = told[0] - (told[0] > 0 and plain[told[0] - 1] in _UNTIL)
    begin -= begin > 0 and plain[begin - 1] in _UNTIL
    whole = _only_period(plain[begin : told[-1] + 1], today)
    return whole or _period_apart(plain, told, today)


def _period_apart(words: Sequence[str], told: Sequence[int], today: date) -> Days | None:
    """The period of "an operation on the 3rd of December, and no computer till about the 14th".

    told: the indices of the words of days. None if they do not form one period, or two days, the
    last of them alone behind "until".
    """
    runs = [(first, end) for first, end in _runs(words, told) if not _is_other(words[first:end])]
    if len(runs) == 1:
        return _only_period(words[slice(*runs[0])], today)
    if len(runs) != len(("first", "last")):
        return None
    is_last = [_is_behind_until(words[:first]) for first, _ in runs]
    if is_last != [False, True]:
        return None
    first, last = ([word for word in words[slice(*run)] if word not in _FILLERS] for run in runs)
    found = {
        (begin, day)
        for begin in _days(first, today)
        for day in (*_days(last, begin), *_later_in_month(last, begin))
    }
    return found.pop() if len(found) == 1 else None


def _runs(words: Sequence[str], told: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the words of days begin and end between other words."""
    first = told[0]
    for before, at in pairwise([*told, len(words)]):
        if at == len(words) or not _JOINING.issuperset(words[before + 1 : at]):
            yield first, before + 1
            first = at


def _is_other(words: Sequence[str]) -> bool:
    """Whether a short name of a weekday stands alone, which may be another word: French "mon"."""
    return len(words) == 1 and len(words[0]) <= LONGEST_ABBREVIATION and words[0] in _weekdays()


def _is_behind_until(before: Sequence[str]) -> bool:
    return next((word in _UNTIL for word in reversed(before) if word not in _ABOUT), False)


def _only_period(words: Sequence[str], today: date) -> Days | None:
    try:
        return period(words, today)
    except Refused:
        return None


def _later_in_month(words: Sequence[str], since: date) -> Iterator[date]:
    """``14th``: of the month of the day before it."""
    figure = _ORDINAL.fullmatch(" ".join(words))
    found = _dated(since.year, since.month, int(figure[1])) if figure else ()
    yield from (day for day in found if day > since)


def day_within(
    words: Sequence[str], today: date, *, day_first: bool = False
) -> tuple[date, bool] | None:
    """Return the only day that a sentence names, and whether a word such as "until" precedes it.

    day_first: as in ``period_within``. None if no day is named, or several are.
    """
    plain = _in_one_order(" ".join(words).casefold().split(), day_first=day_first)
    told = _telling_time(plain)
    if not told:
        return None
    named = [word for word in plain[told[0] : told[-1] + 1] if word not in _FILLERS]
    days = set(_days(named, today))
    is_end = told[0] > 0 and plain[told[0] - 1] in _UNTIL
    return (days.pop(), is_end) if len(days) == 1 else None


def is_goodbye(words: Sequence[str]) -> bool:
    """Whether the words say nothing but "until tomorrow", or until a day of this week."""
    plain = [word.casefold() for word in words]
    return (
        len(plain) > 1
        and plain[0] in _UNTIL
        and (plain[-1] in _TOMORROW or plain[-1] in _weekdays())
        and all(word in _UNTIL or word in _FILLERS for word in plain[1:-1])
    )


def _telling_time(words: Sequence[str]) -> Sequence[int]:
    """The indices of the words of days and times; "a" is one only before a unit: "a week".

    A single letter is a unit only behind a number: French has a word "d".
    """
    return [
        at
        for at, word in enumerate(words)
        if (_tells_time(word) and (len(word) > 1 or word.isdigit() or _is_number(words[:at])))
        or (word in _COUNTS and UNITS.keys() & {*words[at + 1 : at + 2]})
    ]


def _is_number(words: Sequence[str]) -> bool:
    return bool(words) and (words[-1].isdigit() or words[-1] in _COUNTS)


def _in_one_order(words: Sequence[str], *, day_first: bool) -> Sequence[str]:
    """The words with dots in place of slashes if it is known whether the days come first.

    All dates of a sentence have the same order: in "26/12 to 2/1" the day must come first.
    """
    dates = [match for match in map(_SLASHED.fullmatch, words) if match]
    if not dates:
        return words
    day_first = day_first or any(int(match[1]) > MONTHS for match in dates)
    month_first = any(int(match[2]) > MONTHS for match in dates)
    if day_first is month_first:
        return words
    day_then_month = r"\1/\2\3" if day_first else r"\2/\1\3"
    return [
        _SLASHED.sub(day_then_month, word).replace("/", ".") if _SLASHED.fullmatch(word) else word
        for word in words
    ]


def goes_on_date(word: str, before: str = "") -> bool:
    """Whether a date may go on with this word behind its day: a month, or "until".

    With a capital, "Until" begins another sentence. before: the word before the day; German, which
    has a dot there, says "bis 10. weg".
    """
    bare = word.rstrip(",;!?.")
    ends_period = before in _GERMAN_UNTIL and word[:1].islower()
    return bare.casefold() in _months() or bare in _UNTIL or ends_period


def _tells_time(word: str) -> bool:
    bare = word.rstrip(".")
    named = bare in _months() or bare in _weekdays() or bare in UNITS
    return named or bare in _TODAY or bare in _TOMORROW or word[:1].isdigit()


def _behind_until(words: Sequence[str]) -> Sequence[str]:
    return list(dropwhile(_UNTIL.__contains__, words))


def _span(words: Sequence[str]) -> timedelta | None:
    """The length of ``2 weeks`` or ``10d``."""
    counted = [str(_COUNTS.get(words[0], words[0])), *words[1:]] if words else []
    match = re.fullmatch(r"(\d{1,3})\s*([^\W\d]+)", " ".join(counted))
    unit = UNITS.get(match[2]) if match else None
    if match is None or unit is None or unit < DAY or not int(match[1]):
        return None
    return int(match[1]) * unit


def _days(words: Sequence[str], since: date) -> Iterator[date]:
    """Every day that the words may name, the next one from ``since`` on if the year is left out."""
    text = " ".join(words)
    if text in _TODAY or text in _TOMORROW:
        yield since + (DAY if text in _TOMORROW else 0 * DAY)
    elif re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        yield from _dated(int(text[:4]), int(text[5:7]), int(text[8:]))
    elif match := _NUMBERS.fullmatch(text):
        yield from _in_figures(match, since)
    elif text.rstrip(".") in _weekdays():
        yield since + (_weekdays()[text.rstrip(".")] - since.weekday()) % 7 * DAY
    else:
        yield from _in_words(words, since)


def _in_figures(match: re.Match[str], since: date) -> Iterator[date]:
    """Day and month; with slashes, the month may come first."""
    one, mark, other, year = match.groups()
    yield from _in_year(year, int(other), int(one), since)
    if mark == "/" and one != other:
        yield from _in_year(year, int(one), int(other), since)


def _in_words(words: Sequence[str], since: date) -> Iterator[date]:
    """``24 december``, ``dec 24th`` or ``24. Dezember 2026``."""
    months = [_months()[word.rstrip(".")] for word in words if word.rstrip(".") in _months()]
    figures = [word for word in words if word.rstrip(".") not in _months()]
    if len(months) != 1 or not 1 <= len(figures) <= 2:
        return
    day, year = _ORDINAL.fullmatch(figures[0]), figures[1] if figures[1:] else None
    if day and (year is None or re.fullmatch(r"\d{4}", year)):
        yield from _in_year(year, months[0], int(day[1]), since)


def _in_year(year: str | None, month: int, day: int, since: date) -> Iterator[date]:
    if year:
        yield from _dated(int(year) + (2000 if len(year) == 2 else 0), month, day)
        return
    coming = (*_dated(since.year, month, day), *_dated(since.year + 1, month, day))
    yield from [each for each in coming if each >= since][:1]


def _dated(year: int, month: int, day: int) -> Iterator[date]:
    if year > _LAST_YEAR:
        return
    try:
        yield date(year, month, day)
    except ValueError:
        return


@cache
def _months() -> Mapping[str, int]:
    return {
        each: number
        for language in languages()
        for width in _WIDTHS
        for number, name in get_month_names(width, locale=locale_of(language)).items()
        for each in _spellings(name)
    }


@cache
def _weekdays() -> Mapping[str, int]:
    return {
        each: number
        for language in languages()
        for width in _WIDTHS
        for number, name in get_day_names(width, locale=locale_of(language)).items()
        for each in _spellings(name)
    }


def _spellings(name: str) -> tuple[str, str]:
    """The name as it is written, and without accents."""
    written = name.casefold().rstrip(".")
    plain = unicodedata.normalize("NFKD", written)
    return written, "".join(each for each in plain if not unicodedata.combining(each))
