"""Suspending a player, which is the operator's decision, and checking for it."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.choices import PLAYS, Playing
from pbm.core.model import Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.play.programs import playing, programs_of
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
    """Suspend a player with their programs, or end their suspension.

    :raises Refused: if the player has that status or has left, or an engine plays for them
    """
    if player.is_driven:
        raise Refused("is_program", userid=player.userid)
    if player.left:
        raise Refused("left_already", userid=player.userid)
    if player.status is status:
        raise Refused("has_status", userid=player.userid, status=status.value)
    _change(work, player, status, why)
    for program in programs_of(work.tx, player):
        _follow(work, program, status, why)


def _follow(work: Work, program: Player, status: PlayerStatus, why: str) -> None:
    """Let the status of a program follow that of its owner.

    A program that had been suspended before its owner was stays suspended.
    """
    stops = status is PlayerStatus.SUSPENDED
    if program.suspended is not stops and (stops or playing(program) is Playing.OFF):
        work.tx.players.set_setting(program.id, PLAYS, Playing.OFF if stops else Playing.ON)
        _change(work, program, status, why)


def _change(work: Work, player: Player, status: PlayerStatus, why: str) -> None:
    work.tx.players.set_status(player.id, status)
    work.publish(StatusChanged(None, player, status, why))
