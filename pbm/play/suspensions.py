"""Whether a player may play: an operator decides."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.model import Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.play.work import Work


@dataclass(frozen=True)
class StatusChanged(News):
    """A player may only look on from now on, or may play again. why: the operator's reason."""

    player: Player
    status: PlayerStatus
    why: str


def check_active(by: Player) -> None:
    """Whatever door they come through, who is suspended may only look on.

    :raises Refused: if the player is suspended
    """
    if by.suspended:
        raise Refused("suspended")


def set_status(work: Work, player: Player, status: PlayerStatus, why: str) -> None:
    """Let a player play, or only look on.

    :raises Refused: if that is their status already
    """
    if player.status is status:
        raise Refused("has_status", userid=player.userid, status=status.value)
    work.tx.players.set_status(player.id, status)
    work.publish(StatusChanged(None, player, status, why))
