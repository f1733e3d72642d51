"""The SQLite engine: its pragmas, its schema version, its errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pbm.base.errors import (
    ConflictError,
    DamagedError,
    StoreBusyError,
    StoreNewerError,
    TemporaryFailure,
)
from pbm.mail.correspondence import LetterStatus
from pbm.store import administration
from pbm.store.protocol import Transaction
from pbm.store.sql.times import to_text
from pbm.store.sqlite import SqliteStore
from pbm.store.writer import Writer
from tests.pbm.store.samples import NOW, envelope, keep, kept, open_board

LARGE = b"x" * 64 * 1024
SECRET = b"correct-horse-battery-staple"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pbm.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(path)
    yield made
    made.close()


def pragma(store: SqliteStore, name: str) -> object:
    return store._db.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1)],
)
def test_a_connection_has_its_pragmas(store: SqliteStore, name: str, expected: object) -> None:
    assert pragma(store, name) == expected


def test_only_lasting_transactions_wait_for_the_disk(store: SqliteStore) -> None:
    seen = list[object]()
    for lasting in (True, False, True):
        with store.transaction(lasting=lasting):
            seen.append(pragma(store, "synchronous"))
    assert seen == [2, 1, 2]


def test_a_schema_of_a_newer_version_is_refused(path: Path) -> None:
    SqliteStore(path).close()
    with sqlite3.connect(path) as later:
        later.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('pbm', 'm9999_from_the_future', 'tomorrow')"
        )
    later.close()
    with pytest.raises(StoreNewerError, match="m9999_from_the_future"):
        SqliteStore(path)


def test_a_database_locked_by_another_process_is_busy(
    path: Path, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store._db.execute("PRAGMA busy_timeout = 0")
    with pytest.raises(StoreBusyError), store.transaction():
        pytest.fail("nobody may write here")
    other.execute("ROLLBACK")
    other.close()
    with store.transaction() as tx:
        assert keep(tx) == 1


def test_a_file_that_is_no_database_is_a_temporary_failure_with_advice(path: Path) -> None:
    path.write_bytes(b"no database, but something of somebody's" * 100)
    with pytest.raises(TemporaryFailure, match=r"damaged: .*pbm restore"):
        SqliteStore(path)


def test_a_bug_in_a_statement_is_no_temporary_failure(store: SqliteStore) -> None:
    """A temporary failure would be retried forever, without a traceback in the log."""
    with pytest.raises(sqlite3.ProgrammingError), store.transaction() as tx:
        tx.db.execute("SELECT ?", [])


def test_redacted_bytes_are_erased_from_the_file(path: Path, store: SqliteStore) -> None:
    with store.transaction() as tx:
        letter = keep(tx, LARGE + SECRET + LARGE)
        redacted = replace(kept(tx, letter), raw=b"********")
    with store.transaction() as tx:
        tx.letters.settle(letter, LetterStatus.DONE, kept=redacted)
    store.close()
    assert SECRET not in path.read_bytes()
    assert not path.with_name("pbm.sqlite-wal").exists()


def test_redacted_bytes_are_erased_from_an_open_store_when_it_is_tidied(
    path: Path, store: SqliteStore
) -> None:
    with store.transaction() as tx:
        letter = keep(tx, LARGE + SECRET + LARGE)
        redacted = replace(kept(tx, letter), raw=b"********")
    with store.transaction() as tx:
        tx.letters.settle(letter, LetterStatus.DONE, kept=redacted)
    log = path.with_name("pbm.sqlite-wal")
    assert SECRET in log.read_bytes()
    administration(path.parent).tidy()
    assert SECRET not in log.read_bytes() + path.read_bytes()


@pytest.mark.parametrize("kept", ["", "{"])
def test_an_invalid_snapshot_is_reported_as_damage(
    path: Path, store: SqliteStore, kept: str
) -> None:
    with store.transaction() as tx:
        match = open_board(tx)
        tx.matches.keep_snapshot(match, {})
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE snapshots SET kept = ?", [kept])
    with pytest.raises(DamagedError, match="snapshot of board 1"), store.reading() as tx:
        tx.matches.snapshot(match)


def test_times_sort_as_text() -> None:
    texts = [to_text(NOW.replace(microsecond=each)) for each in (0, 1, 999_999)]
    assert texts == sorted(texts)
    assert [len(text) for text in texts] == [len(texts[0])] * 3


class SmallDisk:
    """A disk that is nearly full: it limits the pages that the store may use."""

    def __init__(self, store: SqliteStore) -> None:
        self._connection = store._db

    def fill(self, pages: int) -> None:
        used = self._connection.execute("PRAGMA page_count").fetchone()[0]
        self._connection.execute(f"PRAGMA max_page_count = {used + pages}")

    def clear(self) -> None:
        self._connection.execute("PRAGMA max_page_count = 1000000")


@pytest.fixture
def disk(store: SqliteStore) -> SmallDisk:
    return SmallDisk(store)


def letters(store: SqliteStore) -> list[bytes]:
    with store.reading() as tx:
        return [letter.raw for letter in tx.letters.list()[::-1]]


def test_a_full_disk_is_a_temporary_failure_and_loses_nothing_acknowledged(
    store: SqliteStore, disk: SmallDisk
) -> None:
    with store.transaction() as tx:
        keep(tx, b"acknowledged")
    disk.fill(2)
    with pytest.raises(TemporaryFailure), store.transaction() as tx:
        keep(tx, LARGE)
    assert letters(store) == [b"acknowledged"]
    disk.clear()
    with store.transaction() as tx:
        keep(tx, b"once there is room again")
    assert letters(store) == [b"acknowledged", b"once there is room again"]


def test_jobs_on_a_full_disk_fail_and_acknowledged_letters_are_kept(
    store: SqliteStore, disk: SmallDisk
) -> None:
    writer = Writer(store, lambda: NOW)
    disk.fill(2)
    raws = (b"1", LARGE, b"3")
    futures = [writer.submit(partial(keep, raw=raw)) for raw in raws]
    writer.start()
    outcomes = [future.exception() for future in futures]
    assert isinstance(outcomes[1], TemporaryFailure)
    assert all(error is None or isinstance(error, TemporaryFailure) for error in outcomes)
    told = [raw for raw, error in zip(raws, outcomes, strict=True) if not error]
    assert letters(store) == told
    disk.clear()
    writer.submit(lambda tx: keep(tx, b"later")).result()
    writer.stop()
    assert letters(store) == [*told, b"later"]


def test_a_letter_that_cannot_be_stored_does_not_affect_others(store: SqliteStore) -> None:
    writer = Writer(store, lambda: NOW)
    bad = replace(envelope(), sender="\ud800")
    futures = [writer.keep(each) for each in (envelope(b"1"), bad, envelope(b"3"))]
    writer.start()
    writer.stop()
    assert [type(future.exception()) for future in futures] == [
        type(None),
        UnicodeEncodeError,
        type(None),
    ]
    assert letters(store) == [b"1", b"3"]


def test_a_transaction_ended_by_an_error_accepts_no_further_savepoint(store: SqliteStore) -> None:
    def step(tx: Transaction) -> None:
        with tx.savepoint():
            keep(tx)

    with pytest.raises(TemporaryFailure), store.transaction() as tx:
        step(tx)
        store._db.execute("ROLLBACK")  # as SQLite does by itself when a disk is full
        step(tx)
    assert letters(store) == []
    with store.transaction() as tx:
        step(tx)
    assert len(letters(store)) == 1


def test_a_commit_that_fails_leaves_no_transaction_open(store: SqliteStore) -> None:
    with pytest.raises(ConflictError), store.transaction() as tx:
        keep(tx)
        store._db.execute("PRAGMA defer_foreign_keys = ON")
        store._db.execute("INSERT INTO addresses (address, player) VALUES ('a', 99)")
    with store.transaction() as tx:
        keep(tx, b"the next one")
    assert letters(store) == [b"the next one"]
