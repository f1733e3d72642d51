"""What the tests of commands about people have in common."""

from __future__ import annotations

from pbm.core.model import PlayerStatus
from tests.pbm.town import STRANGER, Mail, Town, only


def suspend(town: Town, userid: str) -> None:
    with town.app.store.transaction() as tx:
        player = tx.players.by_userid(userid)
        assert player is not None
        tx.players.set_status(player.id, PlayerStatus.SUSPENDED)


def account(town: Town, address: str) -> Mail:
    """A mail whose reply address is good for everything between games."""
    return only(town.write(address, "whoami\n"))


def is_turned_away(town: Town, line: str, author: str = STRANGER) -> bool:
    """Whether all that the line brings is word to a stranger of how to become a player."""
    told = only(town.write(author, line))
    return (town.note, told.kind, told.to) == ("stranger", "refusal", author)
