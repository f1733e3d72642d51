"""Helpers for the tests of commands about people."""

from __future__ import annotations

from pbm.core.model import PlayerStatus
from tests.pbm.town import STRANGER, Mail, Town, only


def suspend(town: Town, userid: str) -> None:
    with town.app.store.transaction() as tx:
        player = tx.players.by_userid(userid)
        assert player is not None
        tx.players.set_status(player.id, PlayerStatus.SUSPENDED)


def account(town: Town, address: str) -> Mail:
    """A mail whose reply address allows all commands that are not about a board."""
    return only(town.write(address, "whoami\n"))


def is_turned_away(town: Town, line: str, author: str = STRANGER) -> bool:
    """Whether the line's only effect is a mail that tells a stranger how to become a player."""
    told = only(town.write(author, line))
    return (town.note, told.kind, told.to) == ("stranger", "refusal", author)
