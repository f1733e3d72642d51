"""Fixtures: a pump with an outbox in memory, a fake transport, and a clock that tests advance."""

from __future__ import annotations

import pytest

from pbm.smtp.outbox import Pump
from tests.pbm.smtp.outbox.fakes import FakeClock, FakeTransport, MemoryQueue


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def queue(clock: FakeClock) -> MemoryQueue:
    return MemoryQueue(clock)


@pytest.fixture
def transport(clock: FakeClock) -> FakeTransport:
    return FakeTransport(clock)


@pytest.fixture
def pump(queue: MemoryQueue, transport: FakeTransport, clock: FakeClock) -> Pump:
    return Pump(queue, lambda: transport, clock)
