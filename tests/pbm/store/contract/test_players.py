from __future__ import annotations

from pathlib import Path

import pytest

from pbm.base.errors import TakenError
from pbm.core.by_seat import BySeat
from pbm.core.choices import PROGRAM
from pbm.core.model import PlayerStatus
from pbm.core.names import look
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.conftest import Opener
from tests.pbm.store.samples import NOW, add_player


def test_a_player_is_found_by_userid_address_and_number(tx: Transaction) -> None:
    alice = tx.players.add(
        "alice", look("alice"), ["alice@example.org", "a@example.net"], "hash", NOW
    )
    assert (alice.userid, alice.password, alice.created) == ("alice", "hash", NOW)
    assert alice.addresses == ("alice@example.org", "a@example.net")
    assert not alice.suspended
    assert tx.players.get(alice.id) == tx.players.find(alice.id) == alice
    assert tx.players.by_userid("ALICE") == alice
    assert tx.players.by_address("A@Example.NET") == alice
    bob = tx.players.add("bob", look("bob"), [], None, NOW)
    assert tx.players.both(BySeat(bob.id, alice.id)) == [alice, bob]
    assert tx.players.both(BySeat(alice.id, 0)) == [alice]


def test_an_unknown_player_is_none(tx: Transaction) -> None:
    assert tx.players.by_userid("alice") is None
    assert tx.players.by_address("alice@example.org") is None
    assert tx.players.find(1) is None
    with pytest.raises(KeyError):
        tx.players.get(1)


@pytest.mark.parametrize(
    ("userid", "looks_like"),
    [
        ("alice", "alice"),
        ("alice", "a1ice"),
        ("bob", "b0b"),
        ("bill", "bi11"),
        ("sam", "5am"),
        ("emma", "emrna"),
        ("will", "vvill"),
        ("annamaria", "anna.maria"),
        ("annamaria", "anna_maria"),
        ("annamaria", "anna-maria"),
    ],
)
def test_a_look_alike_of_a_userid_is_taken(tx: Transaction, userid: str, looks_like: str) -> None:
    add_player(tx, userid)
    assert tx.players.is_taken(look(looks_like))
    with pytest.raises(TakenError):
        tx.players.add(looks_like, look(looks_like), ["other@example.org"], None, NOW)


def test_a_different_userid_is_not_taken(tx: Transaction) -> None:
    add_player(tx, "alice")
    assert not tx.players.is_taken(look("alicia"))


def test_an_address_belongs_to_one_player(tx: Transaction) -> None:
    add_player(tx, "alice")
    bob = add_player(tx, "bob")
    with pytest.raises(TakenError):
        tx.players.add_address(bob.id, "Alice@Example.org")
    with pytest.raises(TakenError):
        tx.players.add("carol", "carol", ["alice@example.org"], None, NOW)


def test_addresses_are_added_and_dropped(tx: Transaction) -> None:
    alice = add_player(tx, "alice")
    tx.players.add_address(alice.id, "A@example.net")
    assert tx.players.get(alice.id).addresses == ("alice@example.org", "a@example.net")
    tx.players.drop_address(alice.id, "alice@example.org")
    assert tx.players.get(alice.id).addresses == ("a@example.net",)
    assert tx.players.by_address("alice@example.org") is None


def test_an_address_of_another_player_is_not_dropped(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice"), add_player(tx, "bob")
    tx.players.drop_address(bob.id, "alice@example.org")
    assert tx.players.by_address("alice@example.org") == alice


def test_password_status_and_settings_are_replaced(tx: Transaction) -> None:
    alice = add_player(tx, "alice")
    tx.players.set_password(alice.id, "hash")
    tx.players.set_status(alice.id, PlayerStatus.SUSPENDED)
    tx.players.set_setting(alice.id, "lang", "de")
    tx.players.set_setting(alice.id, "name", "Zoë")
    found = tx.players.get(alice.id)
    assert (found.password, found.suspended) == ("hash", True)
    assert found.settings == {"lang": "de", "name": "Zoë"}
    tx.players.set_password(alice.id, None)
    assert tx.players.get(alice.id).password is None


def test_programs_are_told_from_people(tx: Transaction) -> None:
    add_player(tx, "alice")
    owl = tx.players.add("owl", "owl", [], None, NOW)
    tx.players.set_setting(owl.id, PROGRAM, "3")
    assert [(each.userid, each.level) for each in tx.players.programs()] == [("owl", 3)]


def test_concurrent_changes_of_different_settings_are_both_kept(store: Store) -> None:
    with store.transaction() as tx:
        alice = add_player(tx, "alice")
        tx.players.set_setting(alice.id, "lang", "de")
    with store.reading() as slow:
        assert slow.players.get(alice.id).settings == {"lang": "de"}
        with store.transaction() as quick:
            quick.players.set_setting(alice.id, "digest", "daily")
        with store.transaction() as tx:
            tx.players.set_setting(alice.id, "lang", "fr")
    with store.reading() as tx:
        found = tx.players.get(alice.id).settings
    assert [*found.items()] == [("lang", "fr"), ("digest", "daily")]


def test_settings_can_be_cleared(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice"), add_player(tx, "bob")
    for player in (alice, bob):
        tx.players.set_setting(player.id, "lang", "de")
    tx.players.clear_settings(alice.id)
    assert [tx.players.get(each.id).settings for each in (alice, bob)] == [{}, {"lang": "de"}]


def test_a_player_is_read_with_changes_of_the_same_transaction(tx: Transaction) -> None:
    alice = add_player(tx, "alice")
    assert tx.players.get(alice.id).status is PlayerStatus.ACTIVE
    tx.players.set_status(alice.id, PlayerStatus.SUSPENDED)
    assert tx.players.get(alice.id).status is PlayerStatus.SUSPENDED
    tx.players.set_setting(alice.id, "lang", "de")
    assert tx.players.get(alice.id).settings == {"lang": "de"}
    tx.players.set_password(alice.id, "scrypt$...")
    assert tx.players.get(alice.id).password == "scrypt$..."


def test_an_address_is_marked_as_bouncing_and_as_good_again(tx: Transaction) -> None:
    alice = add_player(tx, "alice")
    tx.players.add_address(alice.id, "a@example.org")
    tx.players.set_bounced("Alice@example.org", NOW)
    marked = tx.players.get(alice.id)
    assert marked.bouncing == {"alice@example.org": NOW}
    assert (marked.mailbox, marked.unreachable) == ("a@example.org", False)
    tx.players.set_bounced("a@example.org", NOW)
    marked = tx.players.get(alice.id)
    assert (marked.mailbox, marked.unreachable) == ("alice@example.org", True)
    for address in marked.addresses:
        tx.players.set_bounced(address, None)
    assert tx.players.get(alice.id).bouncing == {}


def test_a_player_is_read_again_after_a_savepoint_is_rolled_back(
    store: Store,
) -> None:
    with store.transaction() as tx:
        alice = add_player(tx, "alice")
        with pytest.raises(TakenError), tx.savepoint():
            tx.players.add_address(alice.id, "a@example.net")
            tx.players.set_setting(alice.id, "lang", "de")
            assert tx.players.get(alice.id).settings == {"lang": "de"}
            tx.players.add_address(alice.id, "a@example.net")
        assert tx.players.get(alice.id) == alice
        assert tx.players.by_address("a@example.net") is None


def test_a_transaction_sees_changes_of_players_that_an_earlier_one_has_read(
    store: Store, opener: Opener, tmp_path: Path
) -> None:
    with store.transaction() as tx:
        alice = add_player(tx, "alice")
    with store.reading() as tx:
        assert tx.players.get(alice.id) == alice
    other = opener(tmp_path)
    with other.transaction() as tx:
        tx.players.drop_address(alice.id, "alice@example.org")
        tx.players.add_address(alice.id, "a@example.net")
    other.close()
    for begin in (store.transaction, store.reading):
        with begin() as tx:
            assert tx.players.get(alice.id).addresses == ("a@example.net",)
            assert tx.players.by_address("alice@example.org") is None
            found = tx.players.by_address("a@example.net")
            assert found is not None
            assert found.id == alice.id


def test_players_are_listed_by_userid(tx: Transaction) -> None:
    for userid in ("carol", "alice", "bob"):
        add_player(tx, userid)
    assert [player.userid for player in tx.players.list()] == ["alice", "bob", "carol"]


def test_a_player_who_cannot_be_added_leaves_no_rows(store: Store) -> None:
    with store.transaction() as tx:
        add_player(tx, "alice")
        with pytest.raises(TakenError), tx.savepoint():
            tx.players.add("bob", "bob", ["bob@example.org", "alice@example.org"], None, NOW)
    with store.reading() as tx:
        assert tx.players.by_userid("bob") is None
        assert tx.players.by_address("bob@example.org") is None
