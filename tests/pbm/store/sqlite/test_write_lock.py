"""The fair write lock between processes."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest

from pbm.base.errors import StoreBusyError
from pbm.store.sqlite.write_lock import TURNSTILE, WriteLock
from tests.patience import PATIENCE, wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@contextmanager
def opened(folder: Path, seconds: float = PATIENCE) -> Iterator[WriteLock]:
    """A lock as another process would open it."""
    made = WriteLock(folder, seconds)
    try:
        yield made
    finally:
        made.close()


class WaitingThread(Thread):
    """A thread that waits to write."""

    def __init__(self, folder: Path, order: list[str], name: str) -> None:
        super().__init__(name=name)
        self._folder, self._order = folder, order

    def run(self) -> None:
        with opened(self._folder) as mine, mine.taken():
            self._order.append(self.name)


def test_an_uncontended_lock_has_no_waiters(folder: Path) -> None:
    with opened(folder) as mine, opened(folder) as other:
        assert not mine.has_waiters()
        with mine.taken():
            assert not mine.has_waiters()
            assert not other.has_waiters()


def test_a_waiting_process_comes_before_one_that_has_just_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.store.sqlite.write_lock.TURNSTILE_SECONDS", PATIENCE)
    order: list[str] = []
    with opened(folder) as mine:
        with mine.taken():
            other = WaitingThread(folder, order, "other")
            other.start()
            wait_until(mine.has_waiters, "nobody waits")
        with mine.taken():
            order.append("mine again")
    other.join(PATIENCE)
    assert order == ["other", "mine again"]


def test_a_lock_that_is_held_for_too_long_is_a_busy_store(folder: Path) -> None:
    with opened(folder) as mine, opened(folder, seconds=0) as other, mine.taken():
        with pytest.raises(StoreBusyError, match="locked by another process"), other.taken():
            pass
        assert not mine.has_waiters()


def test_a_process_that_hangs_at_the_turnstile_does_not_block_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.store.sqlite.write_lock.TURNSTILE_SECONDS", 0)
    with opened(folder, seconds=0) as mine, (folder / TURNSTILE).open("ab") as stuck:
        fcntl.flock(stuck, fcntl.LOCK_EX)
        for _ in range(2):
            with mine.taken():
                assert mine.has_waiters()


def test_a_process_that_gives_up_releases_the_turnstile(folder: Path) -> None:
    with opened(folder) as mine, opened(folder, seconds=0) as other:
        with mine.taken(), pytest.raises(StoreBusyError), other.taken():
            pass
        with other.taken():
            pass


def test_the_lock_is_released_when_its_block_fails(folder: Path) -> None:
    with ExitStack() as stack:
        mine, other = (stack.enter_context(opened(folder, seconds=0)) for _ in range(2))
        with pytest.raises(ZeroDivisionError), mine.taken():
            _ = 1 / 0
        with other.taken():
            pass
