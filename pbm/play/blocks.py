"""Blocking another player, and unblocking."""

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
    """``by`` has blocked another player, or unblocked them."""

    by: Player
    other: Player
    blocked: bool


def block(work: Work, by: Player, userid: str) -> Player:
    """Block another player, and return them. Games between the two go on.

    :raises Refused: if there is no such player, or the player is ``by`` or is blocked already
    """
    check_active(by)
    other = _other(work, by, userid)
    if work.tx.blocks.holds(by.id, other.id):
        raise Refused("blocked_already", userid=other.userid)
    work.tx.blocks.add(by.id, other.id, work.now)
    work.publish(BlockChanged(by, other, blocked=True))
    return other


def unblock(work: Work, by: Player, userid: str) -> Player:
    """Unblock another player, and return them.

    :raises Refused: if the player is not blocked
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
    """The userids of the players whom a player has blocked."""
    return [tx.players.get(other).userid for other in tx.blocks.of(player.id)]


def either_blocks(tx: Transaction, one: int, other: int) -> bool:
    """Whether one of two players has blocked the other."""
    return tx.blocks.holds(one, other) or tx.blocks.holds(other, one)


def check_neither_blocks(tx: Transaction, by: Player, other: Player) -> None:
    """:raises Refused: if one of the two blocks the other"""
    check_not_blocking(tx, by, other)
    if tx.blocks.holds(other.id, by.id):
        raise Refused("blocked_by", userid=other.userid)


def check_not_blocking(tx: Transaction, by: Player, other: Player) -> None:
    """:raises Refused: if ``by`` blocks the other player"""
    if tx.blocks.holds(by.id, other.id):
        raise Refused("you_block", userid=other.userid)


def _other(work: Work, by: Player, userid: str) -> Player:
    other = work.player(userid)
    if other.id == by.id:
        raise Refused("own_userid")
    return other
