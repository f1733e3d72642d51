"""The identity map caches what a transaction has read, and nothing that may have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import Opened
from pbm.core.contests.model import ContestGame, ContestKind
from pbm.core.model import Cause, Match, Player, PlayerStatus
from pbm.play.contest_events.recording import begin
from pbm.play.recording import record
from pbm.store.identity_map import MappedStore
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.conftest import Opener
from tests.pbm.store.samples import NOW, add_player, keep, open_board, placing

PLAN = {"tree": {}, "preferences": ["A1"]}


class Fault(Exception):
    pass


@pytest.fixture
def mapped(store: Store) -> MappedStore:
    return MappedStore(store)


@pytest.fixture
def tx(mapped: MappedStore) -> Iterator[Transaction]:
    with mapped.transaction() as made:
        yield made


def test_rows_are_read_once(tx: Transaction) -> None:
    match = open_board(tx)
    alice = match.players[0]
    assert tx.matches.get(match.board) is tx.matches.get(match.board)
    assert tx.queues.of(match.board) is tx.queues.of(match.board)
    known = tx.players.get(alice)
    assert tx.players.find(alice) is known
    assert tx.players.by_address(known.addresses[0].upper()) is known


def test_a_player_found_by_userid_is_cached_by_id(tx: Transaction) -> None:
    alice = add_player(tx, "alice")
    known = tx.players.by_userid("alice")
    assert tx.players.get(alice.id) is known


def test_a_player_who_is_not_found_is_not_cached(tx: Transaction) -> None:
    for _ in range(2):
        assert tx.players.find(99) is None
        assert tx.matches.get(99) is None
        with pytest.raises(KeyError):
            tx.players.get(99)


CHANGES: dict[str, tuple[Callable[[Transaction, Player], object], Callable[[Player], Player]]] = {
    "password": (
        lambda tx, alice: tx.players.set_password(alice.id, "hash"),
        lambda alice: replace(alice, password="hash"),
    ),
    "status": (
        lambda tx, alice: tx.players.set_status(alice.id, PlayerStatus.SUSPENDED),
        lambda alice: replace(alice, status=PlayerStatus.SUSPENDED),
    ),
    "settings": (
        lambda tx, alice: tx.players.set_setting(alice.id, "lang", "de"),
        lambda alice: replace(alice, settings={"lang": "de"}),
    ),
    "another address": (
        lambda tx, alice: tx.players.add_address(alice.id, "a@example.net"),
        lambda alice: replace(alice, addresses=(*alice.addresses, "a@example.net")),
    ),
    "no address": (
        lambda tx, alice: tx.players.drop_address(alice.id, alice.mailbox),
        lambda alice: replace(alice, addresses=()),
    ),
    "bounced": (
        lambda tx, alice: tx.players.set_bounced(alice.mailbox, NOW),
        lambda alice: replace(alice, bouncing={alice.mailbox: NOW}),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_each_change_of_a_player_clears_the_cache(tx: Transaction, what: str) -> None:
    change, changed = CHANGES[what]
    alice = tx.players.get(add_player(tx, "alice").id)
    change(tx, alice)
    assert tx.players.get(alice.id) == changed(alice)
    known = tx.players.by_address("alice@example.org")
    assert known == (changed(alice) if changed(alice).addresses else None)


def test_an_event_clears_the_cached_board(tx: Transaction) -> None:
    match = open_board(tx)
    assert tx.matches.get(match.board) == match
    after = record(tx, match, placing(), Cause(letter=keep(tx)))
    assert tx.matches.get(match.board) == after


def test_each_change_of_a_plan_clears_the_cache(tx: Transaction) -> None:
    match = open_board(tx)
    alice, bob = match.players
    assert tx.queues.of(match.board) == {}
    for player in (alice, bob):
        tx.queues.put(match.board, player, PLAN)
    assert tx.queues.of(match.board) == {alice: PLAN, bob: PLAN}
    tx.queues.drop(match.board, alice)
    assert tx.queues.of(match.board) == {bob: PLAN}
    tx.queues.clear(match.board)
    assert tx.queues.of(match.board) == {}


def test_the_contest_of_a_board_is_read_once_until_it_changes(tx: Transaction) -> None:
    match = open_board(tx)
    assert tx.contests.game(match.board) is None
    act = tx.acts.add("a test", "", {}, NOW).id
    what = Opened(
        what=ContestKind.CUP, spec="gyges/classic", number=1, parent=0, size=4, starts=NOW
    )
    contest = begin(tx, ContestDeed(what, NOW), Cause(act=act))
    with pytest.raises(Fault), tx.savepoint():
        game = ContestGame(match.board, contest.id, 1, match.players, NOW)
        tx.contests.put_game(game)
        assert tx.contests.game(match.board) == game
        assert tx.contests.game(match.board) is tx.contests.game(match.board)
        raise Fault
    assert tx.contests.game(match.board) is None


def _as_it_was(tx: Transaction, match: Match, alice: Player) -> bool:
    found = tx.matches.get(match.board), tx.players.get(alice.id), tx.queues.of(match.board)
    return found == (match, alice, {alice.id: PLAN})


def test_a_rollback_clears_the_cache(tx: Transaction) -> None:
    match = open_board(tx)
    alice = tx.players.get(match.players[0])
    tx.queues.put(match.board, alice.id, PLAN)
    with pytest.raises(Fault), tx.savepoint():
        after = record(tx, match, placing(), Cause(letter=keep(tx)))
        tx.players.set_setting(alice.id, "lang", "de")
        tx.queues.clear(match.board)
        assert tx.matches.get(match.board) == after
        assert tx.players.get(alice.id).settings == {"lang": "de"}
        assert tx.queues.of(match.board) == {}
        raise Fault
    assert _as_it_was(tx, match, alice)


def test_transactions_do_not_share_a_cache(
    mapped: MappedStore, opener: Opener, tmp_path: Path
) -> None:
    with mapped.transaction() as tx:
        match = open_board(tx)
        alice = tx.players.get(match.players[0])
        tx.queues.put(match.board, alice.id, PLAN)
    with mapped.reading() as tx:
        assert _as_it_was(tx, match, alice)
    other = opener(tmp_path)
    with other.transaction() as tx:
        record(tx, match, placing(), Cause(letter=keep(tx)))
        tx.players.set_setting(alice.id, "lang", "de")
        tx.queues.clear(match.board)
    other.close()
    for opened in (mapped.transaction, mapped.reading):
        with opened() as tx:
            found = tx.matches.get(match.board)
            assert found is not None
            assert found.seq == 2
            assert tx.players.get(alice.id).settings == {"lang": "de"}
            assert tx.queues.of(match.board) == {}
