from __future__ import annotations

from pbm.core.model import Player, PlayerStatus
from pbm.play.suspensions import StatusChanged, set_status
from pbm.play.work import Work
from tests.pbm.play.table import refused


def test_a_player_is_suspended_and_may_play_again(work: Work, alice: Player) -> None:
    set_status(work, alice, PlayerStatus.SUSPENDED, "a quarrel")
    suspended = work.tx.players.get(alice.id)
    assert suspended.suspended
    set_status(work, suspended, PlayerStatus.ACTIVE, "")
    assert work.tx.players.get(alice.id) == alice
    assert work.published == [
        StatusChanged(None, alice, PlayerStatus.SUSPENDED, "a quarrel"),
        StatusChanged(None, suspended, PlayerStatus.ACTIVE, ""),
    ]


def test_nothing_is_changed_for_nothing(work: Work, alice: Player) -> None:
    with refused("has_status", userid="alice", status="active"):
        set_status(work, alice, PlayerStatus.ACTIVE, "")
    assert work.published == []
