"""The time zones that players can choose, and the mornings there."""

from __future__ import annotations

from datetime import datetime, time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbm.core.choices import Choice
from pbm.core.clocks import DAY
from pbm.core.model import Player

ZONE = "UTC"
"""The zone of players who have chosen none."""

UTC = ZoneInfo(ZONE)

MORNING = time(6)
"""When the mails of a day are sent: digests, and news of the club."""


def find_zone(text: str) -> str | None:
    """Return the usual spelling of a time zone's name, None if there is none; case is ignored."""
    return _zones().get(text.strip().casefold())


def zone_of(player: Player | None) -> ZoneInfo:
    return ZoneInfo(player.settings.get(Choice.TIMEZONE, ZONE) if player else ZONE)


def next_morning(at: datetime, player: Player) -> datetime:
    """The next six o'clock in the morning, in the player's time zone."""
    zone = zone_of(player)
    local = at.astimezone(zone)
    day = local.date() if local.time() < MORNING else local.date() + DAY
    return datetime.combine(day, MORNING, zone).astimezone(UTC)


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}
