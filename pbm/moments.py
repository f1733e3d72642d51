"""Moments and spans of time as people read them, each in his own zone."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbm.model import Player

ZONE = "UTC"
"""The zone of players who have chosen none."""

_MINUTE = timedelta(minutes=1)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def find_zone(text: str) -> str | None:
    """A zone's name as it is printed, in whatever case it was written."""
    return _zones().get(text.strip().casefold())


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def zone_of(player: Player | None) -> ZoneInfo:
    return ZoneInfo(player.settings.get("timezone", ZONE) if player else ZONE)


def local_day(at: datetime, zone: tzinfo) -> str:
    """``Mon 7 Dec``."""
    local = at.astimezone(zone)
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]}"


def local_moment(at: datetime, zone: ZoneInfo) -> str:
    """``Mon 7 Dec 18:00 (Europe/Paris)``; an hour that comes twice says which one it is."""
    local = at.astimezone(zone)
    name = f"{zone.key}, {_offset(local)}" if _comes_twice(local) else zone.key
    return f"{local_day(at, zone)} {local:%H:%M} ({name})"


def _comes_twice(local: datetime) -> bool:
    return local.replace(fold=1 - local.fold).utcoffset() != local.utcoffset()


def _offset(local: datetime) -> str:
    written = f"{local:%z}"
    return f"UTC{written[:3]}:{written[3:]}"


def span(time: timedelta) -> str:
    """``20 d 3 h``, ``3 h 20 min``, ``5 min``: the two largest parts, rounded down."""
    minutes = max(time, timedelta(0)) // _MINUTE
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    while len(parts) > 1 and not parts[0][0]:
        del parts[0]
    shown = [f"{number} {unit}" for number, unit in parts[:2] if number]
    return " ".join(shown) or "0 min"
