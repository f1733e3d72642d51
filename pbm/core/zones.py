"""The time zones that players can choose."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbm.core.choices import Choice
from pbm.core.model import Player

ZONE = "UTC"
"""The zone of players who have chosen none."""

UTC = ZoneInfo(ZONE)


def find_zone(text: str) -> str | None:
    """Return the usual spelling of a time zone's name, None if there is none; case is ignored."""
    return _zones().get(text.strip().casefold())


def zone_of(player: Player | None) -> ZoneInfo:
    return ZoneInfo(player.settings.get(Choice.TIMEZONE, ZONE) if player else ZONE)


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}
