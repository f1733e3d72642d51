"""Data export: all stored data about a player, once a day."""

from __future__ import annotations

from datetime import timedelta

from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.work import Work

ONCE_IN = timedelta(days=1)


def ask(work: Work, by: Player) -> None:
    """Count one data export of a player; the caller compiles it.

    :raises Refused: if the player had one within the last day
    """
    if not work.tx.marks.take(MarkKind.DATA.of(by.id), work.now, work.now - ONCE_IN, 1):
        raise Refused("data_sent_today")
