"""What the tests of commands about people have in common."""

from __future__ import annotations

from pbm.model import PlayerStatus
from tests.pbm.town import Town


def suspend(town: Town, userid: str) -> None:
    with town.office.store.transaction() as tx:
        player = tx.players.by_userid(userid)
        assert player is not None
        tx.players.set_status(player.id, PlayerStatus.SUSPENDED)
