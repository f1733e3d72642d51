"""The time zones that players can choose, and the mornings there."""

from __future__ import annotations

from datetime import datetime, time
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pbm.core.choices import Choice
from pbm.core.clocks import DAY
from pbm.core.model import Player

ZONE = "UTC"
"""The zone of players who have chosen none."""

UTC = ZoneInfo(ZONE)

_OF_MACHINE = {"localtime", "Factory"}
"""Names that zone databases have for the zone of the machine, which other nodes do not share."""

_MOST_SIMILAR = 4

MORNING = time(6)
"""The time at which daily mails are sent: digests, and news of the club."""


def find_zone(text: str) -> str | None:
    """Return the name of the time zone that is meant, None if there is none or it is not clear.

    text: its name in any case, or its city alone.
    """
    wanted = _plain(text)
    cities = [name for plain, name in _zones().items() if plain.rpartition("/")[2] == wanted]
    return _zones().get(wanted) or (cities[0] if len(cities) == 1 else None)


def similar_zones(text: str) -> list[str]:
    """The names of the time zones with the most similar cities."""
    from difflib import get_close_matches  # noqa: PLC0415 (only for mistakes)

    names: dict[str, list[str]] = {}
    for plain, name in _zones().items():
        names.setdefault(plain.rpartition("/")[2], []).append(name)
    near = get_close_matches(_plain(text).rpartition("/")[2], names, n=_MOST_SIMILAR)
    return sorted(name for city in near for name in names[city])[:_MOST_SIMILAR]


def zone_of(player: Player | None) -> ZoneInfo:
    """The player's time zone; UTC if they have chosen none, or one that this machine lacks."""
    try:
        return ZoneInfo(player.settings.get(Choice.TIMEZONE, ZONE) if player else ZONE)
    except ZoneInfoNotFoundError:
        return UTC


def next_morning(at: datetime, player: Player) -> datetime:
    """The next six o'clock in the morning, in the player's time zone."""
    zone = zone_of(player)
    local = at.astimezone(zone)
    day = local.date() if local.time() < MORNING else local.date() + DAY
    return datetime.combine(day, MORNING, zone).astimezone(UTC)


@cache
def _zones() -> dict[str, str]:
    return {_plain(name): name for name in available_timezones() - _OF_MACHINE}


def _plain(text: str) -> str:
    return text.strip().casefold().replace(" ", "_").replace("-", "_")
