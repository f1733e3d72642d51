from __future__ import annotations

import pytest

from pbm.core.model import Player
from pbm.play.blocks import (
    BlockChanged,
    block,
    blocked_userids,
    check_neither_blocks,
    check_not_blocking,
    either_blocks,
    unblock,
)
from pbm.play.work import Work
from tests.pbm.play.helpers import refused


def test_a_block_holds_in_both_directions_until_it_is_removed(
    work: Work, alice: Player, bob: Player
) -> None:
    assert block(work, alice, "bob") == bob
    assert work.published == [BlockChanged(alice, bob, blocked=True)]
    assert either_blocks(work.tx, alice.id, bob.id) and either_blocks(work.tx, bob.id, alice.id)
    assert blocked_userids(work.tx, alice) == ["bob"]
    assert blocked_userids(work.tx, bob) == []
    assert unblock(work, alice, "bob") == bob
    assert work.published[-1] == BlockChanged(alice, bob, blocked=False)
    assert not either_blocks(work.tx, alice.id, bob.id)


def test_the_refusal_says_which_of_the_two_blocks(work: Work, alice: Player, bob: Player) -> None:
    block(work, alice, "bob")
    with refused("you_block", userid="bob"):
        check_neither_blocks(work.tx, alice, bob)
    with refused("blocked_by", userid="alice"):
        check_neither_blocks(work.tx, bob, alice)
    check_not_blocking(work.tx, bob, alice)


def test_nobody_is_blocked_or_unblocked_twice(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    with refused("nobody_blocked"):
        unblock(work, alice, "bob")
    block(work, alice, "bob")
    with refused("blocked_already"):
        block(work, alice, "bob")
    with refused("not_blocked", userid="carol", known="bob"):
        unblock(work, alice, "carol")


@pytest.mark.parametrize(
    ("userid", "code"), [("alice", "own_userid"), ("nobody", "unknown_player")]
)
def test_only_other_existing_players_can_be_blocked(
    work: Work, alice: Player, userid: str, code: str
) -> None:
    with refused(code):
        block(work, alice, userid)
