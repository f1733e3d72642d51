"""Periods as people write them: ``24.12. until Sunday``, ``Dec 5-10``.

dateparser reads single dates in more ways, but no periods, and takes a guess where a day is
ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import chain, dropwhile, pairwise, takewhile

from pbm.base.values import replace
from pbm.core.calendar import counts, full_names, months, weekdays, words_for
from pbm.core.clocks import DAY
from pbm.core.dates import TODAY, TOMORROW, YEARS_AHEAD, Written, date_tokens, written_date
from pbm.core.named_days import with_dates
from pbm.core.refused import Refused
from pbm.core.time_controls import UNITS

Days = tuple[date, date]

_UNTIL = words_for("until") | {"-", "--", "→", "/"}
_TO = _UNTIL | words_for("to")
_AND, _BETWEEN = words_for("and"), words_for("between")
_GERMAN_UNTIL = frozenset({"bis", "zum"})
_FILLERS = words_for("fillers")
_JOINING = _FILLERS | _TO
_ABOUT = _FILLERS | words_for("about")

LONGEST_ABBREVIATION = 3
_MONTHS = 12
_ANY_ORDER, _DAY_FIRST, _MONTH_FIRST = (False, True), (False,), (True,)
"""The orders of day and month that dates with slashes may have: whether the month is first."""
_BEGUN = timedelta(days=60)
"""A period without years that is longer did not begin before today."""
_HALF_A_YEAR = timedelta(days=183)
"""A period without years that is longer is written backwards."""
_LIKELY = timedelta(days=80)
"""Of several periods a longer one is not meant: no vacation is as long (``play.vacations``)."""


def period(words: Sequence[str], today: date) -> Days:
    """Read the first and the last day of a period.

    If only its length or its end is given, it begins today.

    :raises Refused: if the words name no period, or several
    """
    text = " ".join(words)
    ways = [list(each) for each in _ways(text, today)]
    read = ((_readings(tokens, today, _ANY_ORDER) for tokens in each) for each in ways)
    found = [*dict.fromkeys(days for each in read for days in next(filter(None, each), []))]
    if len(found) == 1:
        return found[0]
    written = text[:40]
    if found:
        one, other = (f"{first} {last}" for first, last in found[:2])
        raise Refused("ambiguous_days", written=written, one=one, other=other)
    names_day = any(_only_day(_plain(each), today, _ANY_ORDER) for way in ways for each in way)
    raise Refused("no_last_day" if names_day else "no_day", word=written)


def _ways(text: str, today: date) -> Iterator[Iterator[Sequence[str]]]:
    """For each way to understand days such as "next Sunday", the tokens for both uses of dashes."""
    for dated in with_dates(text, today):
        yield (date_tokens(dated, dash_joins=joins) for joins in (False, True))


def _nearest_first(words: Sequence[str], today: date) -> Iterator[Sequence[str]]:
    """The tokens for all ways. Of several days, the nearest is asked about."""
    return chain.from_iterable(_ways(" ".join(words), today))


def _readings(tokens: Sequence[str], today: date, orders: Sequence[bool]) -> Sequence[Days]:
    """The periods that the tokens may mean, the nearest first. All their dates have one order.

    Those to come count, and of these the shorter ones; if there are none, only one is returned, so
    that it can be refused.
    """
    plain = _plain(tokens)
    found = [*dict.fromkeys(each for order in orders for each in _periods(plain, today, order))]
    coming = [days for days in found if today <= days[0] <= days[1]]
    likely = [days for days in coming if days[1] - days[0] <= _LIKELY]
    forward = [days for days in found if days[0] <= days[1]]
    return sorted(likely or coming) or forward[-1:] or found[:1]


def _plain(tokens: Sequence[str]) -> Sequence[str]:
    """The tokens without fillers, and with a dash for the "and" of "between ... and"."""
    if not _BETWEEN.isdisjoint(tokens):
        tokens = ["-" if word in _AND else word for word in tokens if word not in _BETWEEN]
    plain = [word for word in tokens if word not in _FILLERS]
    while plain and plain[-1] in _UNTIL:
        plain.pop()
    return plain


def _periods(words: Sequence[str], today: date, month_first: bool) -> Iterator[Days]:
    if words and words[0] in _UNTIL:
        last = written_date(_behind_until(words), today, month_first=month_first)
        day = last.next(today) if last else None
        yield from [(today, day)] if day else []
    span = _span(words)
    if span is not None:
        yield today, today + span - DAY
    for at in range(1, len(words)):
        first = written_date(words[:at], today, month_first=month_first)
        days = _from(first, words[at:], today, month_first) if first else None
        yield from [days] if days else []


def _from(first: Written, rest: Sequence[str], today: date, month_first: bool) -> Days | None:
    """The period that begins with a day. rest: the words behind it."""
    begin, behind = first.next(today), _behind_until(rest)
    span = _span(rest) or _span(behind)
    if span is not None:
        return (begin, begin + span - DAY) if begin else None
    last = written_date(behind, begin or today, month_first=month_first)
    if last is None or (last.month is None and rest[0] not in _TO):
        return None
    return _between(first, last, today)


def _between(first: Written, last: Written, today: date) -> Days | None:
    """The period between two dates. One may lack the month or the year, which the other has."""
    if first.month is None and last.month is None:
        return _next_days(first, last, today)
    if first.month is None:
        first = replace(first, month=_month(last.month, -1 if first.day > last.day else 0))
    elif last.month is None:
        last = replace(last, month=_month(first.month, 1 if last.day < first.day else 0))
    return _nearest(first, last, today)


def _month(month: int | None, later: int) -> int:
    return ((month or 1) - 1 + later) % _MONTHS + 1


def _nearest(first: Written, last: Written, today: date) -> Days | None:
    """The next period between these dates. Without a year, one that has begun begins today.

    If the dates are past, or in the wrong order, so is the period: the caller refuses it.
    """
    years = range(today.year - 1, today.year + YEARS_AHEAD)
    found = [(begin, end) for begin in first.days(years) for end in last.days(years)]
    longest = timedelta.max if first.year or last.year else _HALF_A_YEAR
    coming = [
        (begin, end)
        for begin, end in found
        if begin <= end >= today
        and end - begin <= longest
        and (begin >= today or first.year or end - begin <= _BEGUN)
    ]
    if coming:
        begin, end = min(coming, key=lambda days: (days[1] - days[0], days[1]))
        return begin if first.year else max(begin, today), end
    named = ((begin, end) for begin, end in found if today <= begin and begin.year == end.year)
    return next(named, found[0] if found and (first.year or last.year) else None)


def _next_days(first: Written, last: Written, today: date) -> Days | None:
    """``3. bis 10.``: of this month, or of the next one if these days are over."""
    if first.year or last.year:
        return None
    this, following = today.replace(day=1), (today.replace(day=28) + 4 * DAY).replace(day=1)
    found = (
        (max(begin, today), end)
        for month in (this, following)
        for begin in replace(first, month=month.month).days([month.year])
        for end in replace(last, month=month.month).days([month.year])
        if begin < end >= today
    )
    return next(found, None)


def period_within(words: Sequence[str], today: date, *, day_first: bool = False) -> Days | None:
    """Return the period that a sentence names between other words, None if that is not clear.

    day_first: whether the day comes before the month in the language of the sentence.
    """
    for tokens in _nearest_first(words, today):
        told = _telling_time(tokens)
        days = _told_period(tokens, told, today, day_first=day_first) if told else None
        if days:
            return days
    return None


def _told_period(
    words: Sequence[str], told: Sequence[int], today: date, *, day_first: bool
) -> Days | None:
    whole = _only_period(words[_begin(words, told[0]) : told[-1] + 1], today, day_first=day_first)
    return whole or _period_apart(words, told, today, day_first=day_first)


def _begin(words: Sequence[str], at: int) -> int:
    """The index where the words of a period begin, given the index of its first day."""
    begin = at
    while begin and words[begin - 1] in _FILLERS:
        begin -= 1
    if begin and words[begin - 1] in _BETWEEN:
        return begin - 1
    return begin - len([*takewhile(_UNTIL.__contains__, reversed(words[:begin]))])


def _period_apart(
    words: Sequence[str], told: Sequence[int], today: date, *, day_first: bool
) -> Days | None:
    """The period of "an operation on the 3rd of December, and no computer till about the 14th".

    told: the indices of the words of days. None unless they form one period, or two days of which
    only the second stands behind "until".
    """
    runs = [(first, end) for first, end in _runs(words, told) if not _is_other(words[first:end])]
    if len(runs) == 1:
        return _only_period(words[slice(*runs[0])], today, day_first=day_first)
    if len(runs) != len(("first", "last")):
        return None
    is_last = [_is_behind_until(words[:first]) for first, _ in runs]
    if is_last != [False, True]:
        return None
    first, last = (words[slice(*run)] for run in runs)
    if not (_only_day(_plain(first), today, _ANY_ORDER)):
        return None
    return _only_period([*first, "-", *last], today, day_first=day_first)


def _runs(words: Sequence[str], told: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the words of days begin and end between other words."""
    first = told[0]
    for before, at in pairwise([*told, len(words)]):
        if at == len(words) or not _JOINING.issuperset(words[before + 1 : at]):
            yield first, before + 1
            first = at


def _is_other(words: Sequence[str]) -> bool:
    """Whether a short name of a weekday stands alone, which may be another word: French "mon"."""
    return len(words) == 1 and len(words[0]) <= LONGEST_ABBREVIATION and words[0] in weekdays()


def _is_behind_until(before: Sequence[str]) -> bool:
    return next((word in _UNTIL for word in reversed(before) if word not in _ABOUT), False)


def _only_period(words: Sequence[str], today: date, *, day_first: bool) -> Days | None:
    """The only period that the words name. Where the day comes first, it does unless it cannot."""
    orders = (_DAY_FIRST, _MONTH_FIRST) if day_first else (_ANY_ORDER,)
    found = next(filter(None, (_readings(words, today, each) for each in orders)), [])
    return found[0] if len(found) == 1 else None


def day_within(
    words: Sequence[str], today: date, *, day_first: bool = False
) -> tuple[date, bool] | None:
    """Return the only day that a sentence names, and whether a word such as "until" precedes it.

    day_first: as in ``period_within``. None if no day is named, or several are.
    """
    for tokens in _nearest_first(words, today):
        told = _telling_time(tokens)
        if not told:
            return None
        named = [word for word in tokens[told[0] : told[-1] + 1] if word not in _FILLERS]
        day = _only_day(named, today, _DAY_FIRST if day_first else _ANY_ORDER)
        if day:
            return day, told[0] > 0 and tokens[told[0] - 1] in _UNTIL
    return None


def _only_day(words: Sequence[str], since: date, orders: Sequence[bool]) -> date | None:
    written = (written_date(words, since, month_first=each) for each in orders)
    found = {day for each in written if each and (day := each.next(since))}
    return found.pop() if len(found) == 1 else None


def is_goodbye(words: Sequence[str]) -> bool:
    """Whether the words say nothing but "until tomorrow", or until a weekday of some week."""
    first, *others = [word.casefold() for word in words] or [""]
    day = [word for word in others if word in TOMORROW or word in weekdays()]
    rest = (word for word in others if word not in day and word not in UNITS)
    return first in _UNTIL and len(day) == 1 and all(each in _JOINING for each in rest)


def _telling_time(words: Sequence[str]) -> Sequence[int]:
    """The indices of the words of days and times; "a" is one only before a unit: "a week".

    A single letter is a unit only behind a number: French has a word "d".
    """
    return [
        at
        for at, word in enumerate(words)
        if (_tells_time(word) and (len(word) > 1 or word.isdigit() or _is_number(words[:at])))
        or (word in counts() and _counts_days(words[at + 1 :]))
    ]


def _counts_days(behind: Sequence[str]) -> bool:
    """Whether a unit of time stands behind a number: "dix prochains jours"."""
    return next((word in UNITS for word in behind if word not in _FILLERS), False)


def _is_number(words: Sequence[str]) -> bool:
    return bool(words) and (words[-1].isdigit() or words[-1] in counts())


def goes_on_date(word: str, before: str = "") -> bool:
    """Whether a date may go on with this word behind its day: a month, or "until".

    With a capital, "Until" begins another sentence. before: the word before the day; German, which
    has a dot there, says "bis 10. weg".
    """
    bare = word.rstrip(",;!?.")
    ends_period = before in _GERMAN_UNTIL and word[:1].islower()
    return bare.casefold() in months() or bare in _UNTIL or ends_period


def is_shortened(word: str) -> bool:
    """Whether the word is a name of a day or a month with a dot: "mar.", "déc."."""
    bare = word.removesuffix(".").casefold()
    is_named = bare in weekdays() or bare in months()
    return bare != word.casefold() and is_named and bare not in full_names()


def _tells_time(word: str) -> bool:
    bare = word.rstrip(".")
    named = bare in months() or bare in weekdays() or bare in UNITS
    return named or bare in TODAY or bare in TOMORROW or word[:1].isdigit()


def _behind_until(words: Sequence[str]) -> Sequence[str]:
    return list(dropwhile(_TO.__contains__, words))


def _span(words: Sequence[str]) -> timedelta | None:
    """The length of ``2 weeks`` or ``10d``."""
    counted = [str(counts().get(words[0], words[0])), *words[1:]] if words else []
    match = re.fullmatch(r"(\d{1,3})\s*([^\W\d]+)", " ".join(counted))
    unit = UNITS.get(match[2]) if match else None
    if match is None or unit is None or unit < DAY or not int(match[1]):
        return None
    return int(match[1]) * unit
