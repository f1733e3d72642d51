"""The pump's thread: woken, stopped, and outliving what fails around it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Event
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pytest

from pbm.errors import TemporaryFailure
from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing

if TYPE_CHECKING:
    from tests.pbm.smtp.outbox.conftest import FakeClock, FakeTransport, MemoryQueue

P = ParamSpec("P")
T = TypeVar("T")
ALICE, BOB = "alice@example.net", "bob@example.net"


def failing_once(function: Callable[P, T]) -> Callable[P, T]:
    failures = [TemporaryFailure("database is locked")]

    def fail_once(*args: P.args, **kwargs: P.kwargs) -> T:
        if failures:
            raise failures.pop()
        return function(*args, **kwargs)

    return fail_once


@pytest.fixture
def delivered(transport: FakeTransport, monkeypatch: pytest.MonkeyPatch) -> Event:
    """Set after every delivery."""
    event, deliver = Event(), transport.deliver

    def deliver_and_tell(mail: Outgoing) -> None:
        deliver(mail)
        event.set()

    monkeypatch.setattr(transport, "deliver", deliver_and_tell)
    return event


def test_the_thread_delivers_when_it_is_woken(
    queue: MemoryQueue, transport: FakeTransport, clock: FakeClock, delivered: Event
) -> None:
    pump = Pump(queue, transport, clock, poll_seconds=1000)
    pump.start()
    for _ in range(3):
        queue.add(ALICE)
        pump.wake()
        assert delivered.wait(5)
        delivered.clear()
    assert pump.stop(5)
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

    def look(now: datetime, limit: int) -> list[Outgoing]:
        looks.append(now)
        return due(now, limit)

    monkeypatch.setattr(queue, "due", look)
    pump = Pump(queue, transport, clock, poll_seconds=1000)
    pump.start()
    queue.add(ALICE)
    pump.wake()
    assert delivered.wait(5)
    assert pump.stop(5)
    # Two looks (some mail, no more) at most for the start, the wake and the stop.
    assert len(looks) <= 6


def test_the_thread_looks_by_itself_too(
    queue: MemoryQueue, transport: FakeTransport, clock: FakeClock, delivered: Event
) -> None:
    pump = Pump(queue, transport, clock, poll_seconds=0.01)
    pump.start()
    queue.add(ALICE)
    assert delivered.wait(5)
    assert pump.stop(5)


def test_stopping_finishes_the_mail_in_hand_and_begins_no_other(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = Event(), Event()

    def deliver_slowly(mail: Outgoing) -> None:
        begun.set()
        assert may_end.wait(5)

    monkeypatch.setattr(transport, "deliver", deliver_slowly)
    queue.add(ALICE)
    queue.add(BOB)
    pump.start()
    assert begun.wait(5)
    assert not pump.stop(0)
    may_end.set()
    assert pump.stop(5)
    assert queue.statuses() == ["sent", "queued"]


def test_stopping_what_was_never_started_is_no_error(pump: Pump) -> None:
    assert pump.stop()


def test_the_thread_outlives_a_queue_that_fails(
    queue: MemoryQueue,
    transport: FakeTransport,
    clock: FakeClock,
    delivered: Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue.add(ALICE)
    monkeypatch.setattr(queue, "due", failing_once(queue.due))
    pump = Pump(queue, transport, clock, poll_seconds=0.01)
    pump.start()
    assert delivered.wait(5)
    assert pump.stop(5)


def test_a_mail_that_could_not_be_marked_is_sent_again_and_not_lost(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = queue.add(ALICE)
    monkeypatch.setattr(queue, "sent", failing_once(queue.sent))
    with pytest.raises(TemporaryFailure):
        pump.deliver_due()
    pump.deliver_due()
    assert transport.delivered == [mail, mail]
    assert queue.statuses() == ["sent"]
