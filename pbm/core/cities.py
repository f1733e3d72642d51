"""Time zones as people name them: Wien, Roma, New York, Dutch time."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from babel import Locale
from babel.core import get_global

from pbm.core.languages import languages
from pbm.core.zones import find_zone

MOST_WORDS = 3
"""The most words of the name of a city."""

_OFFSETS = "Etc/"
"""Zones of no city: the signs in their names are the opposite of what people mean."""

_MOST_ZONES = 2
"""A country with more zones than this has several times. Germany has two zones for one time,
because of an exclave."""


def zone_in(words: Sequence[str]) -> str:
    """Return the time zone of the city with which the words begin, "" for none."""
    for number in range(min(MOST_WORDS, len(words)), 0, -1):
        name = " ".join(words[:number])
        zone = find_zone(name) or _cities().get(_plain(name)) or find_zone(_plain(name))
        if zone:
            return zone
    return ""


def zone_of_speakers(words: Sequence[str], codes: Mapping[str, str]) -> str:
    """Return the time zone of the country whose language the words name, as in "Dutch time".

    codes: those of languages by their names. Adjectives may end otherwise: "Nederlandse".

    :return: "" if no language is named, or if its country has several times
    """
    named = {codes[name] for word in words for name in codes if word.startswith(name[:-1])}
    zones = _zones_of(named.pop()) if len(named) == 1 else ()
    return zones[0] if 1 <= len(zones) <= _MOST_ZONES else ""


def _zones_of(language: str) -> Sequence[str]:
    territory = get_global("likely_subtags").get(language, "").rpartition("_")[2]
    return tuple(get_global("territory_zones").get(territory, ()))


@cache
def _cities() -> Mapping[str, str]:
    """The zones by the names of their cities, which Babel knows in each language."""
    return {
        _plain(facts["city"]): zone
        for language in languages()
        for zone, facts in Locale.parse(language).time_zones.items()
        if "city" in facts and find_zone(zone) and not zone.startswith(_OFFSETS)
    }


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold().replace("-", " "))
    return "".join(each for each in decomposed if not unicodedata.combining(each))
