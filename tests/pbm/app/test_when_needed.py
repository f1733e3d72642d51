"""A worker is started when it is needed, and stopped after it was idle for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from pbm.app.when_needed import WhenNeeded
from pbm.app.workers import Wake
from pbm.base.errors import TemporaryFailure
from tests.patience import PATIENCE


@dataclass
class Workers:
    """Makes workers, and records what happens to them."""

    running: int = 0
    made: int = 0
    rung: int = 0
    work: bool = False
    broken: bool = False
    wakes: list[Wake] = field(default_factory=list)

    def make(self) -> Workers:
        self.made += 1
        return self

    def needed(self) -> bool:
        if self.broken:
            raise TemporaryFailure("the disk is full")
        return self.work

    async def start(self, wake: Wake, restarted: Wake) -> None:
        self.running += 1
        self.wakes.append(wake)

    def ring(self) -> None:
        self.rung += 1

    def silence(self) -> float:
        return 7.0

    async def stop(self) -> None:
        self.running -= 1


async def until(fact: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not fact():
            await asyncio.sleep(0.01)


def tend(workers: Workers, linger: float) -> WhenNeeded:
    return WhenNeeded(workers.make, workers.needed, linger)


async def started(worker: WhenNeeded) -> None:
    await worker.start(lambda: None, lambda: None)


def test_it_is_started_once_there_is_work_and_rung_from_then_on() -> None:
    async def day() -> None:
        workers = Workers()
        worker = tend(workers, linger=PATIENCE)
        await started(worker)
        worker.ring()
        await asyncio.sleep(0)
        assert (workers.made, workers.rung, worker.silence()) == (0, 0, 0)
        workers.work = True
        worker.ring()
        await until(lambda: workers.running == 1)
        worker.ring()
        assert (workers.rung, worker.silence()) == (1, 7)
        await worker.stop()
        assert workers.running == 0

    asyncio.run(day())


def test_it_is_stopped_without_work_and_started_again_with_the_next() -> None:
    async def day() -> None:
        workers = Workers(work=True)
        worker = tend(workers, linger=0)
        await started(worker)
        await until(lambda: workers.running == 1)
        workers.work = False
        await until(lambda: workers.running == 0)
        workers.work = True
        worker.ring()
        await until(lambda: workers.made == 2)
        await worker.stop()

    asyncio.run(day())


def test_it_waits_for_a_store_that_cannot_be_read() -> None:
    async def day() -> None:
        workers = Workers(work=True, broken=True)
        worker = tend(workers, linger=PATIENCE)
        await started(worker)
        await asyncio.sleep(0)
        workers.broken = False
        worker.ring()
        await until(lambda: workers.running == 1)
        await worker.stop()

    asyncio.run(day())


@pytest.mark.parametrize("ticks", range(5))
def test_it_stops_just_after_it_was_rung(monkeypatch: pytest.MonkeyPatch, ticks: int) -> None:
    monkeypatch.setattr("pbm.app.when_needed.LOOK_SECONDS", 0)

    async def day() -> None:
        worker = tend(Workers(), linger=PATIENCE)
        await started(worker)
        await asyncio.sleep(0.1)
        worker.ring()
        for _ in range(ticks):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await worker.stop()

    asyncio.run(day())
