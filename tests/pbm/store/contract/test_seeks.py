from __future__ import annotations

import pytest

from pbm.base.errors import ConflictError
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player

OPTIONS = {"rules": "classic", "first": "ö"}


def test_a_seek_is_read_as_it_was_added(tx: Transaction) -> None:
    seek = tx.seeks.add(add_player(tx, "alice").id, "gyges", 3, OPTIONS, NOW)
    assert tx.seeks.get(seek.id) == seek
    assert (seek.left, seek.options, seek.at) == (3, OPTIONS, NOW)
    assert tx.seeks.get(seek.id + 1) is None


def test_seeks_are_listed_by_game_and_by_player_oldest_first(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    one = tx.seeks.add(alice, "gyges", 1, {}, NOW)
    two = tx.seeks.add(bob, "gyges", 1, {}, NOW + SECOND)
    three = tx.seeks.add(alice, "dvonn", 1, {}, NOW)
    assert tx.seeks.list("gyges") == [one, two]
    assert tx.seeks.of(alice) == [one, three]


def test_a_seek_is_deleted_once_its_games_are_taken(tx: Transaction) -> None:
    seek = tx.seeks.add(add_player(tx, "alice").id, "gyges", 2, {}, NOW)
    tx.seeks.take(seek.id)
    found = tx.seeks.get(seek.id)
    assert found is not None
    assert found.left == 1
    tx.seeks.take(seek.id)
    assert tx.seeks.get(seek.id) is None
    with pytest.raises(ConflictError):
        tx.seeks.take(seek.id)


def test_a_seek_is_dropped_and_its_number_is_not_reused(tx: Transaction) -> None:
    alice = add_player(tx, "alice").id
    one, two = (tx.seeks.add(alice, "gyges", 1, {}, NOW) for _ in range(2))
    tx.seeks.drop(two.id)
    assert tx.seeks.of(alice) == [one]
    assert tx.seeks.add(alice, "gyges", 1, {}, NOW).id > two.id
