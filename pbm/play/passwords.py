"""Passwords: setting one, and asking for a reset."""

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
    """A player has a new password. by: None if an operator set it."""

    player: Player


@dataclass(frozen=True)
class ResetAsked(News):
    """Somebody asks to reset the password of a userid.

    player: the player who may set it now; None if there is no such userid, or a reset was asked for
        within the last day.
    """

    userid: str
    player: Player | None


def change(work: Work, by: Player | None, player: Player, password: str) -> None:
    """Set the password of a player.

    :param by: the player; None for an operator
    :raises Refused: if the password is not acceptable
    """
    if by is not None:
        check_active(by)
    check_password(password, player.userid)
    work.tx.players.set_password(player.id, work.bench.hashed(password))
    work.publish(PasswordChanged(by, player))


def ask_reset(work: Work, by: Player | None, userid: str) -> None:
    """Ask for a password reset, at most once a day for each player.

    Only the player is refused. Others are answered alike in all cases, so that they learn neither
    whether the userid exists nor whether a reset was asked for before.

    :param by: the player who asks, None for a stranger
    :raises Refused: if the player asks for their own and had one within the last day
    """
    player = work.tx.players.by_userid(userid)
    if player is not None and not _take_reset(work, player):
        if by is not None and by.id == player.id:
            raise Refused("reset_sent_today")
        player = None
    work.publish(ResetAsked(by, userid, player))


def check_password(password: str, userid: str) -> None:
    """:raises Refused: if the password has a wrong length, contains the userid or is blanked"""
    fault = password_fault(password, userid)
    if fault:
        raise Refused(fault, shortest=SHORTEST, longest=LONGEST)


def _take_reset(work: Work, player: Player) -> bool:
    """Count a reset, and return False if there was one within the last day."""
    mark, since = MarkKind.RESET.of(player.userid), work.now - RESET_EVERY
    return work.tx.marks.take(mark, work.now, since, 1)
