"""Pacing of mails below a provider's limit of a day."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

_SCARCE_FROM = 0.8
_DAY = timedelta(days=1)


class Room(NamedTuple):
    """How many mails may leave now, and of which kinds; none named: of all.

    is_scarce: whether most of the day's mails are gone.
    """

    mails: int
    kinds: Collection[str] = ()
    is_scarce: bool = False


@dataclass(frozen=True)
class Pace:
    """At most so many mails leave in a day of UTC.

    From 80 % on only urgent ones leave, evenly spaced over the rest of the day.

    urgent: the kinds of these.
    """

    per_day: int
    urgent: Collection[str]

    def room(self, sent: Sequence[datetime], unmarked: int, now: datetime) -> Room:
        """The room for mails.

        sent: when the day's mails were sent, oldest first. unmarked: how many more have left.
        """
        gone, scarce_from = len(sent) + unmarked, int(self.per_day * _SCARCE_FROM)
        if gone < scarce_from:
            return Room(scarce_from - gone)
        left = self.per_day - gone
        if left <= 0:
            return Room(0, self.urgent, is_scarce=True)
        pause = (day_of(now) + _DAY - now) / left
        is_time = not sent or now - sent[-1] >= pause
        return Room(int(is_time and not unmarked), self.urgent, is_scarce=True)


def day_of(now: datetime) -> datetime:
    """When the day began."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
