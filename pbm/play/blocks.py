"""Whom a player wants to hear from."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class BlockChanged(News):
    """``by`` wants to hear no more from another player, or to hear from them again."""

    by: Player
    other: Player
    blocked: bool


def block(work: Work, by: Player, userid: str) -> Player:
    """Let a player hear no more from another one, who is returned. Their games go on.

    :raises Refused: if there is nobody to block
    """
    check_active(by)
    other = _other(work, by, userid)
    if work.tx.blocks.holds(by.id, other.id):
        raise Refused("blocked_already", userid=other.userid)
    work.tx.blocks.add(by.id, other.id, work.now)
    work.publish(BlockChanged(by, other, blocked=True))
    return other


def unblock(work: Work, by: Player, userid: str) -> Player:
    """Let a player hear from another one again, who is returned.

    :raises Refused: if that player is not blocked
    """
    check_active(by)
    other = _other(work, by, userid)
    if not work.tx.blocks.holds(by.id, other.id):
        known = ", ".join(blocked_userids(work.tx, by))
        raise Refused(
            "not_blocked" if known else "nobody_blocked", userid=other.userid, known=known
        )
    work.tx.blocks.drop(by.id, other.id)
    work.publish(BlockChanged(by, other, blocked=False))
    return other


def blocked_userids(tx: Transaction, player: Player) -> list[str]:
    """Those whom a player has blocked."""
    return [tx.players.get(other).userid for other in tx.blocks.of(player.id)]


def are_apart(tx: Transaction, one: int, other: int) -> bool:
    """Whether one of two players has blocked the other."""
    return tx.blocks.holds(one, other) or tx.blocks.holds(other, one)


def check_heard(tx: Transaction, by: Player, other: Player) -> None:
    """:raises Refused: if one of the two blocks the other"""
    check_unblocked(tx, by, other)
    if tx.blocks.holds(other.id, by.id):
        raise Refused("blocked_by", userid=other.userid)


def check_unblocked(tx: Transaction, by: Player, other: Player) -> None:
    """:raises Refused: if ``by`` wants to hear nothing from the other one"""
    if tx.blocks.holds(by.id, other.id):
        raise Refused("you_block", userid=other.userid)


def _other(work: Work, by: Player, userid: str) -> Player:
    other = work.player(userid)
    if other.id == by.id:
        raise Refused("own_userid")
    return other
