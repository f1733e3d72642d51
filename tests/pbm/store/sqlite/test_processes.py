from __future__ import annotations

import sqlite3
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from pbm.store import open_store
from pbm.store.sqlite import connection
from tests.pbm.store.samples import add_player
from tests.pbm.store.sqlite.workers import TIMES, open_and_close, read_then_write


def run_together(data: Path, work: Callable[[Path, Barrier], None], processes: int) -> list[int]:
    """Run the work in several processes that start together. Returns their exit statuses."""
    context = get_context("spawn")
    together = context.Barrier(processes)
    started = [context.Process(target=work, args=(data, together)) for _ in range(processes)]
    for process in started:
        process.start()
    for process in started:
        process.join()
    return [process.exitcode or 0 for process in started]


def test_processes_that_open_a_new_store_at_the_same_time_create_it_once(tmp_path: Path) -> None:
    assert run_together(tmp_path, open_and_close, 3) == [0, 0, 0]
    store = open_store(tmp_path)
    with store.transaction() as tx:
        assert add_player(tx, "alice").id == 1
    store.close()


def test_a_database_that_is_locked_at_once_is_opened_once_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # SQLite does not wait while two processes change the journal mode of a new database.
    monkeypatch.setattr(connection, "PRAGMAS", ("busy_timeout = 0", "journal_mode = WAL"))
    path = tmp_path / "new.db"
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN EXCLUSIVE")
    pauses: list[float] = []

    def release(pause: float) -> None:
        pauses.append(pause)
        if holder.in_transaction:
            holder.execute("COMMIT")

    monkeypatch.setattr(connection, "sleep", release)
    connection.connect(path).close()
    holder.close()
    assert pauses != []


def test_processes_that_write_at_the_same_time_lose_nothing(
    tmp_path: Path,
) -> None:
    open_store(tmp_path).close()
    assert run_together(tmp_path, read_then_write, 2) == [0, 0]
    store = open_store(tmp_path)
    with store.reading() as tx:
        seen = [int(letter.raw) for letter in tx.letters.list(limit=1000)[::-1]]
    store.close()
    assert seen == list(range(2 * TIMES))
