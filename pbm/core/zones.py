"""The time zones that players can choose, and the mornings there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, time, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pbm.core.choices import GUESSED_ZONE, Choice
from pbm.core.clocks import DAY
from pbm.core.model import Player

ZONE = "UTC"
"""The zone of players who have chosen none."""

UTC = ZoneInfo(ZONE)

_OF_MACHINE = {"localtime", "Factory"}
"""Names that zone databases have for the zone of the machine, which other nodes do not share."""

_OFFSETS = "Etc/"
"""The folder of zones that are no places. The signs in their names are the opposite of usage."""
_OFFSET = re.compile(r"(?:utc|gmt|z)?([+-])(\d{1,2})(?::?([0-5]\d)|[.,](25|50?|75))?(?:h|hours?)?")
_LABELLED = re.compile(r"\(([^()]{1,20})\)(.*)")
"""A zone as Windows lists it: ``(UTC+01:00) Amsterdam, Berlin, Bern``."""
_SIGNS = {"plus": "+", "minus": "-"}
_LEAST, _MOST = timedelta(hours=-12), timedelta(hours=14)
"""The offsets from UTC that are in use."""
_DASHES = dict.fromkeys(map(ord, "\N{MINUS SIGN}‐‑‒–—﹣"), "-")

_IN_DATE = re.compile(r"([+-]\d{2}(?:00|15|30|45))(?:\s*\([^()]*\))?\s*$")
"""The offset at the end of a Date header, before a comment."""

_USUAL = {
    "en": ("Europe/London", "America/New_York", "America/Chicago", "America/Los_Angeles"),
    "de": ("Europe/Berlin", "Europe/Zurich"),
    "fr": ("Europe/Paris", "America/Toronto"),
    "it": ("Europe/Rome", "Europe/Zurich"),
    "nl": ("Europe/Amsterdam", "Europe/Brussels"),
}
_ELSEWHERE = (
    *("Europe/London", "Europe/Paris", "Europe/Athens", "Europe/Istanbul", "Asia/Dubai"),
    *("Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai"),
    *("Asia/Tokyo", "Australia/Adelaide", "Australia/Sydney", "Pacific/Noumea"),
    *("Pacific/Auckland", "America/Sao_Paulo", "America/Halifax", "America/New_York"),
    *("America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage"),
    *("Pacific/Honolulu", "America/St_Johns", "Asia/Kathmandu", "Asia/Tehran"),
)
"""A place for each offset that is common."""

_MOST_SIMILAR = 4

MORNING = time(6)
"""The time at which daily mails are sent: digests, and news of the club."""


def find_zone(text: str) -> str | None:
    """Return the name of the time zone that is meant, None if there is none or it is not clear.

    text: its name in any case, its city alone, or its offset from UTC: ``GMT+2``, ``-5``,
        ``UTC+5:30``, two hours east of Greenwich, and so on. IANA has the opposite signs only in
        names such as ``Etc/GMT+2``, which must be written in full. An offset in brackets before
        cities counts if no city is known.
    """
    labelled = _LABELLED.fullmatch(text.strip())
    if labelled is not None:
        parts = [*labelled[2].replace("_", " ").split(","), labelled[1]]
        return next(filter(None, map(find_zone, parts)), None)
    offset = _offset(text)
    if offset is not None:
        return _offset_name(offset)
    if text.strip().casefold() == "z":
        return ZONE
    wanted = _plain(text)
    cities = [name for plain, name in _cities() if plain.rpartition("/")[2] == wanted]
    return _zones().get(wanted) or (cities[0] if len(cities) == 1 else None)


def similar_zones(text: str) -> list[str]:
    """The names of the time zones with the most similar cities."""
    from difflib import get_close_matches  # noqa: PLC0415 (only for mistakes)

    names: dict[str, list[str]] = {}
    for plain, name in _cities():
        names.setdefault(plain.rpartition("/")[2], []).append(name)
    near = get_close_matches(_plain(text).rpartition("/")[2], names, n=_MOST_SIMILAR)
    return sorted(name for city in near for name in names[city])[:_MOST_SIMILAR]


def zone_of(player: Player | None) -> tzinfo:
    """The player's time zone; UTC if they have chosen none, or one that this machine lacks.

    ``str`` of it is its name.
    """
    return _zone(_zone_name(player) if player else ZONE)


def _zone_name(player: Player) -> str:
    settings = player.settings
    return settings.get(Choice.TIMEZONE) or settings.get(GUESSED_ZONE, ZONE)


def has_zone(player: Player | None) -> bool:
    """Whether the zone of a player is known: chosen, or guessed from their mails."""
    return player is not None and not {Choice.TIMEZONE, GUESSED_ZONE}.isdisjoint(player.settings)


def zone_of_date(header: str) -> str:
    """The zone that a Date header tells, as ``UTC+01:00``; "" if it does not tell one.

    Many servers write all dates in UTC, so that is no sign of where somebody is.
    """
    found = _IN_DATE.search(header)
    offset = _offset(found[1]) if found else None
    return _offset_name(offset) if offset else ""


def short_zone(zone: str) -> str:
    """``UTC+1`` for ``UTC+01:00``; other names are as they are."""
    return re.sub(r"(?<=[+-])0|:00$", "", zone) if zone.startswith(ZONE) else zone


def usual_zones(language: str) -> Sequence[str]:
    """The zones in which most readers of a language live."""
    return _USUAL.get(language, ())


def place_with(zone: str, language: str, at: datetime) -> str:
    """A place whose clocks show the same as this zone, preferably one where the language is read.

    It is the zone itself if none is known.
    """
    wanted = at.astimezone(_zone(zone)).utcoffset()
    known = [*usual_zones(language), *_ELSEWHERE]
    return next((each for each in known if at.astimezone(_zone(each)).utcoffset() == wanted), zone)


@lru_cache(maxsize=1024)
def _zone(name: str) -> tzinfo:
    offset = _offset(name)
    if offset is not None:
        return timezone(offset, name)
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC


def next_morning(at: datetime, player: Player) -> datetime:
    """The next six o'clock in the morning, in the player's time zone."""
    zone = zone_of(player)
    local = at.astimezone(zone)
    day = local.date() if local.time() < MORNING else local.date() + DAY
    return datetime.combine(day, MORNING, zone).astimezone(UTC)


# Letters tell few different offsets.
@lru_cache(maxsize=1024)
def _offset(text: str) -> timedelta | None:
    """The offset from UTC that the text is; None if it is none that is in use."""
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES).casefold()
    words = plain.replace("_", " ").split()
    found = _OFFSET.fullmatch("".join(_SIGNS.get(word, word) for word in words))
    if found is None:
        return None
    part = float(f"0.{found[4] or 0}")
    size = timedelta(hours=int(found[2]) + part, minutes=int(found[3] or 0))
    offset = -size if found[1] == "-" else size
    return offset if _LEAST <= offset <= _MOST else None


def _offset_name(offset: timedelta) -> str:
    """``UTC+05:30``, or ``UTC``."""
    return str(timezone(offset)) if offset else ZONE


@cache
def _zones() -> dict[str, str]:
    return {_plain(name): name for name in available_timezones() - _OF_MACHINE}


@cache
def places() -> frozenset[str]:
    """The names of all zones, and of their cities, in small letters."""
    return frozenset(name for plain in _zones() for name in (plain, plain.rpartition("/")[2]))


def _cities() -> Sequence[tuple[str, str]]:
    """The zones that are named for a place."""
    return [(plain, name) for plain, name in _zones().items() if not name.startswith(_OFFSETS)]


def _plain(text: str) -> str:
    return text.strip().casefold().replace(" ", "_").replace("-", "_")
