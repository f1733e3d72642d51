"""Words for days in all languages: months, weekdays, and those of ``days.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from babel.dates import get_day_names, get_month_names

from pbm.base.accents import without_accents
from pbm.core.languages import languages, texts

DAYS = "days.toml"
_Width = Literal["wide", "abbreviated"]
_WIDTHS: Sequence[_Width] = ("wide", "abbreviated")
_SHORTEST_BEGINNING = 3
_RELATIVE = ("today", "tomorrow", "relative")


@cache
def months() -> Mapping[str, int]:
    """The numbers of the months, 1 to 12, by their names and abbreviations, without dots."""
    more = _tables()["months"].items()
    named = {spelling: number for name, number in more for spelling in _spellings(name)}
    return dict(_names(get_month_names)) | named


@cache
def weekdays() -> Mapping[str, int]:
    """The numbers of the weekdays, 0 for Monday, by their names and abbreviations."""
    return dict(_names(get_day_names))


def month_of(word: str) -> int | None:
    """The month that a word beside a number names, or begins, as "sett" does in Italian.

    None for no month, and for several.
    """
    name = word.casefold().rstrip(".")
    if name in months() or len(name) < _SHORTEST_BEGINNING:
        return months().get(name)
    found = {number for full, number in months().items() if full.startswith(name)}
    return found.pop() if len(found) == 1 else None


def is_calendar_word(word: str) -> bool:
    """Whether a word names a month, a weekday, or a day such as tomorrow."""
    return word.casefold().rstrip(".") in calendar_words()


@cache
def calendar_words() -> frozenset[str]:
    """The names of months, weekdays, feasts, and days such as tomorrow, in all languages."""
    return words_for(*_RELATIVE, "feasts").union(months(), weekdays())


@cache
def full_names() -> frozenset[str]:
    """The full names of months and weekdays, and words such as "tomorrow", in all languages."""
    named = (name for name, _ in _names(get_month_names, ("wide",)))
    return words_for(*_RELATIVE).union(named, named_weekdays())


@cache
def words_for(*tables: str) -> frozenset[str]:
    """The words of tables of ``days.toml``, in all languages, with and without accents."""
    return frozenset(
        spelling
        for table in tables
        for written in _tables()[table].values()
        for word in (written.split() if isinstance(written, str) else written)
        for spelling in _spellings(word)
    )


@cache
def counts() -> Mapping[str, int]:
    """The words for one, two, three and so on."""
    return {
        spelling: number
        for written in _tables()["counts"].values()
        for number, words in enumerate(written, start=1)
        for word in words.split()
        for spelling in _spellings(word)
    }


@cache
def phrases_for(table: str) -> Sequence[str]:
    """The phrases of a table in all languages, ``next {day}``, with and without accents."""
    written = (phrase for phrases in _tables()[table].values() for phrase in phrases)
    return [*dict.fromkeys(spelling for phrase in written for spelling in _spellings(phrase))]


@cache
def named_weekdays() -> Mapping[str, int]:
    """The numbers of the weekdays by their full names."""
    return dict(_names(get_day_names, ("wide",)))


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(texts().joinpath(DAYS).read_text("utf-8"))


def _names(
    named: Callable[..., Mapping[int, str]], widths: Sequence[_Width] = _WIDTHS
) -> Iterator[tuple[str, int]]:
    for language in languages():
        for width in widths:
            for number, name in named(width, locale=language).items():
                yield from ((each, number) for each in _spellings(name))


def _spellings(name: str) -> tuple[str, str]:
    """The name as it is written, and without accents."""
    written = name.casefold().rstrip(".")
    return written, without_accents(written)
