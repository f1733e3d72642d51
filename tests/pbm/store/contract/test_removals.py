"""Contract: deleted rows are found, and no others, by engines that can tell."""

from __future__ import annotations

import pytest

from pbm.store.protocol import Removals, Store, Transaction
from tests.pbm.store.samples import NOW, keep, open_board


class Fault(Exception):
    pass


def told(removals: Removals | None) -> list[tuple[int, int]]:
    if removals is None:
        return []
    return [*removals.letters(), *removals.acts(), *removals.boards()]


def test_existing_rows_are_no_removals(tx: Transaction) -> None:
    for _ in range(3):
        open_board(tx)
        keep(tx)
    assert told(tx.removals) == []


def test_rows_rolled_back_to_a_savepoint_are_no_removals(tx: Transaction) -> None:
    open_board(tx)
    with pytest.raises(Fault), tx.savepoint():
        open_board(tx)
        keep(tx)
        raise Fault
    assert told(tx.removals) == []
    open_board(tx)
    keep(tx)
    assert told(tx.removals) == []


def test_rows_of_a_failed_transaction_are_no_removals(store: Store) -> None:
    with pytest.raises(Fault), store.transaction() as tx:
        keep(tx)
        tx.acts.add("games new", "a test", {}, NOW)
        raise Fault
    with store.transaction() as tx:
        keep(tx)
        assert told(tx.removals) == []


def test_numbers_rise_in_a_transaction(tx: Transaction) -> None:
    boards = [open_board(tx).board]
    with pytest.raises(Fault), tx.savepoint():
        open_board(tx)
        raise Fault
    boards += [open_board(tx).board for _ in range(2)]
    assert boards == sorted(set(boards))
    assert list(tx.matches.numbers(0, 9)) == boards
