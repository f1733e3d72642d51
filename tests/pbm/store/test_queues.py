from __future__ import annotations

from pbm.store.protocol import Transaction
from tests.pbm.store.samples import open_board

PLAN = {"tree": {"61-53": ["11-31", {"ö": ["", {}]}]}, "preferences": ["A1"]}


def test_a_plan_is_found_by_its_board_and_owner_alone(tx: Transaction) -> None:
    match = open_board(tx)
    alice, bob = match.players
    tx.queues.put(match.board, alice, PLAN)
    assert tx.queues.get(match.board, alice) == PLAN
    assert tx.queues.get(match.board, bob) is None
    assert tx.queues.get(open_board(tx).board, alice) is None


def test_a_new_plan_takes_the_place_of_the_old_one(tx: Transaction) -> None:
    match = open_board(tx)
    tx.queues.put(match.board, match.players[0], PLAN)
    tx.queues.put(match.board, match.players[0], {"tree": {}})
    assert tx.queues.get(match.board, match.players[0]) == {"tree": {}}


def test_one_plan_or_all_of_a_board_are_dropped(tx: Transaction) -> None:
    match, other = open_board(tx), open_board(tx)
    alice, bob = match.players
    for board, player in ((match.board, alice), (match.board, bob), (other.board, alice)):
        tx.queues.put(board, player, PLAN)
    tx.queues.drop(match.board, alice)
    assert tx.queues.get(match.board, alice) is None
    assert tx.queues.get(match.board, bob) == PLAN
    tx.queues.clear(match.board)
    assert tx.queues.get(match.board, bob) is None
    assert tx.queues.get(other.board, alice) == PLAN
