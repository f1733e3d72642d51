"""The time zones that players can choose, and the mornings there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, time, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pbm.core.choices import Choice
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
    return _zone(player.settings.get(Choice.TIMEZONE, ZONE) if player else ZONE)


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
