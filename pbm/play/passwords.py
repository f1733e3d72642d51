"""Passwords: setting one, and asking to be let set one anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.passwords import LONGEST, SHORTEST, password_fault
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.play.suspensions import check_active
from pbm.play.work import Work

RESET_EVERY = timedelta(days=1)


@dataclass(frozen=True)
class PasswordChanged(News):
    player: Player


@dataclass(frozen=True)
class ResetAsked(News):
    """Somebody asks to set the password of a userid anew.

    player: who may set it now; None if nobody is called so, or it was asked today already.
    """

    userid: str
    player: Player | None


def change(work: Work, by: Player | None, player: Player, password: str) -> None:
    """Let a player have another password.

    :param by: the player; None for an operator
    :raises Refused: if it cannot be one
    """
    if by is not None:
        check_active(by)
    check_password(password, player.userid)
    work.tx.players.set_password(player.id, work.bench.hashed(password))
    work.publish(PasswordChanged(by, player))


def ask_reset(work: Work, by: Player | None, userid: str) -> None:
    """Let a player set a new password without the old one, if nobody has asked for that today.

    Nobody else learns from it who plays here, nor what was asked before.

    :param by: who asks, None for somebody unknown
    :raises Refused: to the player, if it was asked within a day
    """
    player = work.tx.players.by_userid(userid)
    if player is not None and not _take_reset(work, player):
        if by is not None and by.id == player.id:
            raise Refused("reset_sent_today")
        player = None
    work.publish(ResetAsked(by, userid, player))


def check_password(password: str, userid: str) -> None:
    """:raises Refused: if it is too short, too long or holds the userid"""
    fault = password_fault(password, userid)
    if fault:
        raise Refused(fault, shortest=SHORTEST, longest=LONGEST)


def _take_reset(work: Work, player: Player) -> bool:
    """Count that it was asked for; whether nobody had today."""
    mark, since = MarkKind.RESET.of(player.userid), work.now - RESET_EVERY
    return work.tx.marks.take(mark, work.now, since, 1)
