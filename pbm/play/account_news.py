"""What is published of accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbm.core.model import Match, Player
from pbm.play.news import News


@dataclass(frozen=True)
class Unreachable(News):
    """No mail reaches ``by`` any more: their clocks stand still on these boards until then."""

    by: Player
    matches: tuple[Match, ...]
    until: datetime


@dataclass(frozen=True)
class Reached(News):
    """Mails reach ``by`` again, since ``at``: their clocks run again on these boards."""

    by: Player
    matches: tuple[Match, ...]
    at: datetime
