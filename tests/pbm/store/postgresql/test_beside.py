"""Transactions that act concurrently: their claims, locks and allowed changes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from threading import Barrier, Event

import pytest

from pbm.base.errors import ConflictError, StoreBusyError
from pbm.core.marks import MarkKind
from pbm.mail.correspondence import LetterStatus
from pbm.store.postgresql import PostgresStore, connection
from pbm.store.postgresql.administration import PostgresAdministration
from pbm.store.postgresql.beside import BESIDE, check
from pbm.store.postgresql.numbers import LATEST
from pbm.store.protocol import Transaction
from tests.patience import PATIENCE
from tests.pbm.store.postgresql.server import emptied
from tests.pbm.store.samples import NOW, SECOND, add_player, envelope, open_board

MARK = MarkKind.REPLY.of("alice@example.org", 0)


@pytest.fixture
def url() -> str:
    return emptied("beside")


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresAdministration(url).open()) as made:
        yield made


@pytest.fixture
def other(store: PostgresStore, url: str) -> Iterator[PostgresStore]:
    """The store as another node has it open."""
    with closing(PostgresStore(url)) as made:
        yield made


def keep_from(tx: Transaction, *senders: str) -> list[int]:
    return [tx.letters.keep(replace(envelope(), sender=each), NOW) for each in senders]


def test_a_letter_is_claimed_by_one_node(store: PostgresStore, other: PostgresStore) -> None:
    with store.transaction() as tx:
        first, second = keep_from(tx, "a@example.org", "b@example.org")
    with store.beside() as here, other.beside() as there:
        assert here.letters.claim(1) == [first]
        assert there.letters.claim(2) == [second]
        assert here.letters.claim(2) == [first]


def test_the_next_letter_of_a_sender_waits_for_the_one_before(
    store: PostgresStore, other: PostgresStore
) -> None:
    with store.transaction() as tx:
        first, second = keep_from(tx, "a@example.org", "a@example.org")
    with store.beside() as here:
        assert here.letters.claim(9) == [first]
        with other.beside() as there:
            assert there.letters.claim(9) == []
        here.letters.settle(first, LetterStatus.DONE)
        with other.beside() as there:
            assert there.letters.claim(9) == []
    with other.beside() as there:
        assert there.letters.claim(9) == [second]


def test_a_claim_ends_with_its_transaction(store: PostgresStore, other: PostgresStore) -> None:
    with store.transaction() as tx:
        keep_from(tx, "a@example.org")
    with pytest.raises(ConflictError), store.beside() as here:
        assert here.letters.claim(1)
        raise ConflictError
    with other.beside() as there:
        assert there.letters.claim(1)


def test_a_board_that_one_reads_another_waits_for(
    store: PostgresStore, other: PostgresStore
) -> None:
    with store.transaction() as tx:
        match = open_board(tx)
    player = match.players.first
    with ThreadPoolExecutor(1) as pool:
        with store.beside() as here:
            assert here.matches.get(match.board)
            read = pool.submit(_read, other, match.board)
            assert not _is_done(read)
            here.queues.put(match.board, player, {"plan": 1})
        assert read.result(PATIENCE) == {player: {"plan": 1}}


def _read(store: PostgresStore, board: int) -> object:
    with store.beside() as tx:
        tx.matches.get(board)
        return tx.queues.of(board)


def _is_done(future: Future[object]) -> bool:
    Event().wait(0.05)
    return future.done()


def test_a_limit_is_not_exceeded_by_two_at_once(store: PostgresStore, url: str) -> None:
    def take(_: int) -> bool:
        with closing(PostgresStore(url)) as each, each.beside() as tx:
            return tx.marks.take(MARK, NOW, NOW - SECOND, 3)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(take, range(12))) == 3
    with store.reading() as tx:
        assert tx.marks.count(MARK, NOW - SECOND) == 3


def test_who_acts_alone_waits_for_those_beside_each_other(
    store: PostgresStore, other: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SESSION", "SET lock_timeout = '50ms'")
    with store.beside():
        with pytest.raises(StoreBusyError), other.transaction():
            pass
        with other.beside():
            pass
    with store.transaction(), pytest.raises(StoreBusyError), other.beside():
        pass


def test_a_deadlock_is_a_conflict(store: PostgresStore, other: PostgresStore) -> None:
    with store.transaction() as tx:
        boards = open_board(tx).board, open_board(tx).board
    met = Barrier(2)

    def lock(each: PostgresStore, first: int, second: int) -> bool:
        try:
            with each.beside() as tx:
                tx.matches.get(first)
                met.wait(PATIENCE)
                tx.matches.get(second)
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(lock, store, *boards), pool.submit(lock, other, *boards[::-1])]
        assert sorted(each.result(PATIENCE) for each in asked) == [False, True]


def test_what_is_not_listed_is_changed_by_one_at_a_time(store: PostgresStore) -> None:
    with store.beside() as tx:
        for refused in (lambda: add_player(tx, "alice"), lambda: open_board(tx)):
            with pytest.raises(ConflictError):
                refused()
        with pytest.raises(ConflictError):
            tx.acts.add("clock", "", {}, NOW)
    for table in ("players", "contests", "seeks", "withheld", "a_new_one"):
        for statement in (
            f"INSERT INTO {table} (x)",
            f"UPDATE {table} SET",
            f"DELETE FROM {table}",
        ):
            with pytest.raises(ConflictError):
                check(statement)


def test_what_has_a_counter_is_added_by_one_transaction_at_a_time(store: PostgresStore) -> None:
    with store.reading() as tx:
        counted = {name for (name,) in tx._statements.execute(f"SELECT name FROM {LATEST}")}
    assert {"acts", "contests", "matches", "puzzles", "seeks"} <= counted
    assert not [name for name in counted if "INSERT" in BESIDE.get(name, ())]


def test_every_listed_table_exists(store: PostgresStore) -> None:
    with store.reading() as tx:
        for table in BESIDE:
            tx._statements.execute(f"SELECT 1 FROM {table} LIMIT 1")
