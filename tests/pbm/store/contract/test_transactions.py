from __future__ import annotations

from pathlib import Path

import pytest

from pbm.store.protocol import Store, has_waiters
from tests.pbm.store.conftest import Opener
from tests.pbm.store.samples import RAW, add_player, keep


class Fault(Exception):
    pass


def waiting(store: Store) -> int:
    with store.reading() as tx:
        return len(tx.letters.waiting())


def test_a_transaction_commits_at_its_end(store: Store) -> None:
    with store.transaction() as tx:
        keep(tx)
    assert waiting(store) == 1


def test_an_exception_rolls_everything_back(store: Store) -> None:
    with pytest.raises(Fault), store.transaction() as tx:
        keep(tx)
        add_player(tx, "alice")
        raise Fault
    assert waiting(store) == 0
    with store.transaction() as tx:
        assert tx.players.list() == []
        keep(tx)
    assert waiting(store) == 1


def test_a_savepoint_rolls_back_only_its_own_writes(store: Store) -> None:
    with store.transaction() as tx:
        keep(tx, b"before")
        with pytest.raises(Fault), tx.savepoint():
            keep(tx, b"inside")
            raise Fault
        keep(tx, b"after")
    with store.reading() as tx:
        assert [each.raw for each in tx.letters.list()[::-1]] == [b"before", b"after"]


def test_a_nested_savepoint_is_rolled_back_with_the_outer_one(store: Store) -> None:
    with store.transaction() as tx:
        with pytest.raises(Fault), tx.savepoint():
            with tx.savepoint():
                keep(tx)
            raise Fault
        with tx.savepoint():
            with pytest.raises(Fault), tx.savepoint():
                keep(tx)
                raise Fault
            keep(tx, b"kept")
    with store.reading() as tx:
        assert [each.raw for each in tx.letters.list()] == [b"kept"]


def test_a_reader_sees_nothing_of_an_open_transaction(store: Store) -> None:
    with store.transaction() as tx:
        keep(tx)
        assert waiting(store) == 0
    assert waiting(store) == 1


def test_a_reader_sees_one_state_for_its_whole_life(store: Store) -> None:
    with store.reading() as reader:
        with store.transaction() as tx:
            keep(tx)
            add_player(tx, "alice")
        assert reader.letters.waiting() == []
        assert reader.players.by_userid("alice") is None
    assert waiting(store) == 1


def test_a_transaction_reads_its_own_writes(store: Store) -> None:
    with store.transaction() as tx:
        letter = tx.letters.get(keep(tx))
    assert letter is not None
    assert letter.raw == RAW


def test_committed_rows_are_there_when_the_store_is_opened_again(
    opener: Opener, tmp_path: Path
) -> None:
    first = opener(tmp_path)
    with first.transaction() as tx:
        alice = add_player(tx, "alice")
    first.close()
    second = opener(tmp_path)
    with second.reading() as tx:
        assert tx.players.list() == [alice]
    second.close()


def test_two_connections_see_each_others_writes(opener: Opener, tmp_path: Path) -> None:
    one, two = opener(tmp_path), opener(tmp_path)
    with one.transaction() as tx:
        alice = add_player(tx, "alice")
    with two.transaction() as tx:
        assert tx.players.by_userid("alice") == alice
        bob = add_player(tx, "bob")
    with one.transaction() as tx:
        assert tx.players.by_userid("bob") == bob
    for each in (one, two):
        each.close()


def test_a_store_that_nobody_else_uses_has_no_waiters(store: Store) -> None:
    assert not has_waiters(store)
    with store.transaction():
        assert not has_waiters(store)
