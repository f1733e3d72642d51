"""Suspending a player, which is the operator's decision, and checking for it."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.model import Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.play.work import Work


@dataclass(frozen=True)
class StatusChanged(News):
    """A player was suspended, or is active again.

    player: the player before the change. why: the operator's reason.
    """

    player: Player
    status: PlayerStatus
    why: str


def check_active(by: Player) -> None:
    """Check that a player may act; a suspended one may only look.

    Every use case of players calls this itself, so that it holds for every front door.

    :raises Refused: if the player is suspended
    """
    if by.suspended:
        raise Refused("suspended")


def set_status(work: Work, player: Player, status: PlayerStatus, why: str) -> None:
    """Suspend a player, or end their suspension.

    :raises Refused: if that is their status already, or they have left
    """
    if player.left:
        raise Refused("left_already", userid=player.userid)
    if player.status is status:
        raise Refused("has_status", userid=player.userid, status=status.value)
    work.tx.players.set_status(player.id, status)
    work.publish(StatusChanged(None, player, status, why))
