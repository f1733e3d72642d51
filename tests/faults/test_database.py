"""A database that somebody else holds, or whose pages went bad."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.faults.conftest import Record
from tests.faults.ledger import Ledger, assert_all_is_well
from tests.faults.load import Load
from tests.faults.trial import FEW, trial
from tests.faults.victim import Victim
from tests.patience import PATIENCE

FILE = "pbm.sqlite"
PAGES = ("letters", "outbox", "events", "tokens", "letters_done")
TEMPORARY = 75


def check(data: Path, load: Load, fault: str, record: Record) -> None:
    ledger = Ledger(data)
    record(fault, load, ledger)
    assert_all_is_well(load, ledger, data)


@contextmanager
def held(data: Path) -> Iterator[None]:
    """Let another process hold the write lock."""
    with closing(sqlite3.connect(data / FILE, timeout=PATIENCE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_database_that_is_held_for_a_while_makes_senders_wait(
    tmp_path: Path, record: Record
) -> None:
    data = tmp_path / "data"

    async def holds(load: Load) -> None:
        with held(data):
            await load.waiting(FEW // 2)

    load = asyncio.run(trial(Victim(data), holds, data))
    assert set(load.answers) == {250}
    check(data, load, "SQLite busy while letters wait", record)


def test_a_database_that_is_held_for_longer_makes_them_try_again(
    tmp_path: Path, record: Record
) -> None:
    data = tmp_path / "data"

    async def holds(load: Load) -> None:
        with held(data):
            await load.more_put_off(FEW)

    check(data, asyncio.run(trial(Victim(data), holds, data)), "SQLite busy for 20 s", record)


class Page:
    """The first page of a table or an index; page 1 of the database without a name."""

    def __init__(self, data: Path, name: str) -> None:
        self._path = data / FILE
        with closing(sqlite3.connect(self._path)) as db:
            (self._size,) = db.execute("PRAGMA page_size").fetchone()
            found = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name])
            (number,) = found.fetchone() or (1,)
        self._start = (number - 1) * self._size
        self._good = self._read()

    def spoil(self) -> None:
        self._write(bytes(byte ^ 0xFF for byte in self._good))

    def mend(self) -> None:
        self._write(self._good)

    def _read(self) -> bytes:
        with self._path.open("rb") as file:
            file.seek(self._start)
            return file.read(self._size)

    def _write(self, page: bytes) -> None:
        with self._path.open("r+b") as file:
            file.seek(self._start)
            file.write(page)


async def run_on_a_bad_page(victim: Victim, load: Load, name: str) -> str:
    """Start the server on a bad page, stop it and mend the page. Return what the server said."""
    page, before = Page(victim.data, name), len(victim.words)
    page.spoil()
    await victim.start()
    await load.more_tried(FEW)
    await victim.stop()
    page.mend()
    return victim.words[before:]


def test_over_a_bad_page_letters_wait_with_their_senders_or_with_us(
    tmp_path: Path, record: Record
) -> None:
    """Pages go bad one after the other: what one of them loses is still lost at the end."""
    data = tmp_path / "data"
    victim, said = Victim(data), {}

    async def go_bad(load: Load) -> None:
        await victim.stop()
        for name in PAGES:
            said[name] = await run_on_a_bad_page(victim, load, name)
        await victim.start()

    load = asyncio.run(trial(victim, go_bad, data))
    for words in ("it is damaged", "pbm restore"):
        assert [name for name in PAGES if words not in said[name]] == []
    check(data, load, f"bad pages of {', '.join(PAGES)}, in turn", record)


def test_a_server_refuses_to_start_on_a_bad_first_page(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def goes_bad() -> int:
        async with Victim(data) as victim:
            await victim.start()
            await victim.stop()
            Page(data, "").spoil()
            await victim.spawn()
            return await victim.ended()

    assert asyncio.run(goes_bad()) == TEMPORARY
    line = (tmp_path / "log").read_text().splitlines()[-1]
    assert line.startswith("the database cannot be opened now: file is not a database; ")
    assert "pbm restore" in line
