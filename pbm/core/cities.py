"""Time zones as people name them: Wien, Roma, New York, Dutch time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from babel import Locale

from pbm.base.accents import without_accents
from pbm.core.languages import languages
from pbm.core.zones import find_zone

MOST_WORDS = 3
"""The most words of the name of a city."""

_OFFSETS = "Etc/"
"""Zones of no city: the signs in their names are the opposite of what people mean."""


def zone_in(words: Sequence[str]) -> str:
    """Return the time zone of the city with which the words begin, "" for none."""
    for number in range(min(MOST_WORDS, len(words)), 0, -1):
        name = " ".join(words[:number])
        zone = find_zone(name) or _cities().get(_plain(name)) or find_zone(_plain(name))
        if zone:
            return zone
    return ""


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
    return without_accents(name.casefold().replace("-", " "))
