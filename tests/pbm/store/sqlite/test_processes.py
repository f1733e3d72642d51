from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

from pbm.store import open_store
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
