"""Cities of time zones as people name them, in all languages: Wien, Roma, New York."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from babel import Locale

from pbm.core.languages import languages
from pbm.core.zones import find_zone
from pbm.notices.languages import locale_of

MOST_WORDS = 3
"""The most words of the name of a city."""


def zone_in(words: Sequence[str]) -> str:
    """Return the time zone of the city with which the words begin, "" for none."""
    for number in range(min(MOST_WORDS, len(words)), 0, -1):
        name = _plain(" ".join(words[:number]))
        zone = _cities().get(name) or find_zone(name)
        if zone:
            return zone
    return ""


@cache
def _cities() -> Mapping[str, str]:
    """The zones by the names of their cities, which Babel knows in each language."""
    return {
        _plain(facts["city"]): zone
        for language in languages()
        for zone, facts in Locale.parse(locale_of(language)).time_zones.items()
        if "city" in facts and find_zone(zone)
    }


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold().replace("-", " "))
    return "".join(each for each in decomposed if not unicodedata.combining(each))
