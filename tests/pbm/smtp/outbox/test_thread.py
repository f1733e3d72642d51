"""The pump's thread: wake-up, stop, and survival of errors."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from threading import Event
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pytest

from pbm.base.errors import NextHopDown, PermanentFailure, TemporaryFailure
from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.pbm.smtp.outbox.fakes import FakeClock, FakeTransport, MemoryQueue

P = ParamSpec("P")
T = TypeVar("T")
ALICE, BOB = "alice@example.net", "bob@example.net"


def failing(times: int, function: Callable[P, T]) -> Callable[P, T]:
    failures = [TemporaryFailure("database is locked")] * times

    def fail_first(*args: P.args, **kwargs: P.kwargs) -> T:
        if failures:
            raise failures.pop()
        return function(*args, **kwargs)

    return fail_first


@pytest.fixture
def delivered(transport: FakeTransport, monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event that is set after every delivery."""
    event, deliver = Event(), transport.deliver

    def deliver_and_tell(mail: Outgoing) -> str:
        accepted = deliver(mail)
        event.set()
        return accepted

    monkeypatch.setattr(transport, "deliver", deliver_and_tell)
    return event


def test_the_thread_delivers_when_it_is_woken(
    queue: MemoryQueue, transport: FakeTransport, clock: FakeClock, delivered: Event
) -> None:
    pump = Pump(queue, lambda: transport, clock, poll_seconds=1000)
    pump.start()
    for _ in range(3):
        queue.add(ALICE)
        pump.wake()
        assert delivered.wait(PATIENCE)
        delivered.clear()
    assert pump.stop(PATIENCE)
    assert queue.statuses() == ["sent"] * 3
    assert transport.closed


def test_the_thread_sleeps_when_there_is_nothing_to_do(
    queue: MemoryQueue,
    transport: FakeTransport,
    clock: FakeClock,
    delivered: Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, due = [], queue.due

    def look(now: datetime, limit: int, busy: Collection[str]) -> list[Outgoing]:
        looks.append(now)
        return due(now, limit, busy)

    monkeypatch.setattr(queue, "due", look)
    pump = Pump(queue, lambda: transport, clock, poll_seconds=1000)
    pump.start()
    queue.add(ALICE)
    pump.wake()
    assert delivered.wait(PATIENCE)
    assert pump.stop(PATIENCE)
    # At start, wake-up and stop, at most two reads each: one with a mail and one without.
    assert len(looks) <= 6


def test_the_thread_polls_the_queue(
    queue: MemoryQueue, transport: FakeTransport, clock: FakeClock, delivered: Event
) -> None:
    pump = Pump(queue, lambda: transport, clock, poll_seconds=0.01)
    pump.start()
    queue.add(ALICE)
    assert delivered.wait(PATIENCE)
    assert pump.stop(PATIENCE)


def test_stopping_finishes_the_running_delivery_and_starts_no_other(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = Event(), Event()

    def deliver_slowly(mail: Outgoing) -> str:
        begun.set()
        assert may_end.wait(PATIENCE)
        return ""

    monkeypatch.setattr(transport, "deliver", deliver_slowly)
    queue.add(ALICE)
    queue.add(BOB)
    pump.start()
    assert begun.wait(PATIENCE)
    assert not pump.stop(0)
    may_end.set()
    assert pump.stop(PATIENCE)
    assert queue.statuses() == ["sent", "queued"]


def test_a_pump_that_was_never_started_can_be_stopped(pump: Pump) -> None:
    assert pump.stop()


def test_the_thread_survives_a_failing_queue(
    queue: MemoryQueue,
    transport: FakeTransport,
    clock: FakeClock,
    delivered: Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue.add(ALICE)
    monkeypatch.setattr(queue, "due", failing(1, queue.due))
    pump = Pump(queue, lambda: transport, clock, poll_seconds=0.01)
    pump.start()
    assert delivered.wait(PATIENCE)
    assert pump.stop(PATIENCE)


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (None, "sent"),
        (TemporaryFailure("450 busy"), "queued"),
        (PermanentFailure("550 no"), "dead"),
        (NextHopDown("refused"), "queued"),
    ],
)
def test_a_mail_is_not_retried_while_its_result_cannot_be_recorded(
    pump: Pump,
    queue: MemoryQueue,
    transport: FakeTransport,
    monkeypatch: pytest.MonkeyPatch,
    failure: Exception | None,
    status: str,
) -> None:
    mail = queue.add(ALICE)
    if failure:
        transport.failures[ALICE] = failure
    for method in ("sent", "postponed", "deferred", "dead"):
        monkeypatch.setattr(queue, method, failing(3, getattr(queue, method)))
    for _ in range(3):
        with pytest.raises(TemporaryFailure, match="locked"):
            pump.deliver_due()
    pump.deliver_due()
    assert len(transport.tried[mail]) == 1
    assert queue.statuses() == [status]
    assert queue.rows[mail].mail.attempts == (type(failure) is TemporaryFailure)


def test_a_mail_whose_row_was_deleted_stops_no_other(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, other = queue.add(ALICE), queue.add(BOB)
    deliver = transport.deliver

    def deliver_and_lose(mail: Outgoing) -> str:
        accepted = deliver(mail)
        queue.rows.pop(gone, None)
        return accepted

    monkeypatch.setattr(transport, "deliver", deliver_and_lose)
    with pytest.raises(KeyError):
        pump.deliver_due()
    pump.deliver_due()
    assert transport.delivered == [gone, other]
