from __future__ import annotations

from pathlib import Path

import pytest

from pbm.store.protocol import Store, Transaction
from tests.pbm.store.conftest import Opener
from tests.pbm.store.samples import open_board

PLAN = {"tree": {"61-53": ["11-31", {"ö": ["", {}]}]}, "preferences": ["A1"]}


def test_a_plan_is_found_by_board_and_player(tx: Transaction) -> None:
    match = open_board(tx)
    alice, bob = match.players
    tx.queues.put(match.board, alice, PLAN)
    assert tx.queues.of(match.board).get(alice) == PLAN
    assert tx.queues.of(match.board).get(bob) is None
    assert tx.queues.of(open_board(tx).board).get(alice) is None


def test_a_new_plan_replaces_the_old_one(tx: Transaction) -> None:
    match = open_board(tx)
    tx.queues.put(match.board, match.players[0], PLAN)
    assert tx.queues.of(match.board).get(match.players[0]) == PLAN
    tx.queues.put(match.board, match.players[0], {"tree": {}})
    assert tx.queues.of(match.board).get(match.players[0]) == {"tree": {}}


def test_one_plan_or_all_of_a_board_are_dropped(tx: Transaction) -> None:
    match, other = open_board(tx), open_board(tx)
    alice, bob = match.players
    for board, player in ((match.board, alice), (match.board, bob), (other.board, alice)):
        tx.queues.put(board, player, PLAN)
    tx.queues.drop(match.board, alice)
    assert tx.queues.of(match.board).get(alice) is None
    assert tx.queues.of(match.board).get(bob) == PLAN
    tx.queues.clear(match.board)
    assert tx.queues.of(match.board).get(bob) is None
    assert tx.queues.of(other.board).get(alice) == PLAN


def test_a_plan_is_read_again_after_a_rollback(tx: Transaction) -> None:
    match = open_board(tx)
    alice, _ = match.players
    tx.queues.put(match.board, alice, PLAN)
    with pytest.raises(LookupError), tx.savepoint():
        tx.queues.clear(match.board)
        assert tx.queues.of(match.board).get(alice) is None
        raise LookupError
    assert tx.queues.of(match.board).get(alice) == PLAN


def test_a_transaction_sees_the_plan_of_another_one(
    store: Store, opener: Opener, tmp_path: Path
) -> None:
    with store.transaction() as tx:
        match = open_board(tx)
        assert tx.queues.of(match.board).get(match.players[0]) is None
    other = opener(tmp_path)
    with other.transaction() as tx:
        tx.queues.put(match.board, match.players[0], PLAN)
    other.close()
    with store.transaction() as tx:
        assert tx.queues.of(match.board).get(match.players[0]) == PLAN
