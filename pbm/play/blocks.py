"""Whom a player wants to hear from."""

from __future__ import annotations

from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.store.protocol import Transaction


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
