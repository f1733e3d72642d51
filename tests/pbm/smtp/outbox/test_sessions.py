"""Concurrent deliveries, at most one per recipient."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Lock
from typing import TYPE_CHECKING

import pytest

from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.pbm.smtp.outbox.fakes import FakeClock, MemoryQueue

ALICE, BOB, CAROL, DAVE = (f"{name}@example.net" for name in ("alice", "bob", "carol", "dave"))


class SlowHop:
    """A transport that blocks on mails to held recipients, and shows which are in delivery."""

    def __init__(self) -> None:
        self.held: dict[str, Event] = {}
        self.begun: list[str] = []
        self.delivered: list[int] = []
        self.most_at_once = 0
        self.opened = self.closed = 0
        self.twice_at_once = False
        self._now: list[str] = []
        self._lock = Lock()
        self._changed = Event()

    def open(self) -> SlowHop:
        self.opened += 1
        return self

    def hold(self, recipient: str) -> None:
        self.held[recipient] = Event()

    def release(self) -> None:
        for event in self.held.values():
            event.set()

    def deliver(self, mail: Outgoing) -> str:
        with self._lock:
            self.begun.append(mail.recipient)
            self.twice_at_once |= mail.recipient in self._now
            self._now.append(mail.recipient)
            self.most_at_once = max(self.most_at_once, len(self._now))
        self._changed.set()
        if mail.recipient in self.held:
            assert self.held[mail.recipient].wait(PATIENCE)
        with self._lock:
            self._now.remove(mail.recipient)
            self.delivered.append(mail.id)
        self._changed.set()
        return ""

    def close(self) -> None:
        self.closed += 1

    def wait_for(self, seen: Callable[[], bool]) -> None:
        while not seen():
            assert self._changed.wait(PATIENCE)
            self._changed.clear()


@pytest.fixture
def hop() -> SlowHop:
    return SlowHop()


@pytest.fixture
def pump(queue: MemoryQueue, hop: SlowHop, clock: FakeClock) -> Iterator[Pump]:
    pump = Pump(queue, hop.open, clock, sessions=3, poll_seconds=1000)
    yield pump
    hop.release()
    assert pump.stop(PATIENCE)


def test_a_recipient_for_whom_the_next_hop_hangs_delays_no_other(
    pump: Pump, queue: MemoryQueue, hop: SlowHop
) -> None:
    hop.hold(ALICE)
    # More mails than the pump reads in one batch.
    for _ in range(60):
        queue.add(ALICE)
    others = [queue.add(who) for who in (BOB, CAROL, BOB, DAVE)]
    pump.start()
    hop.wait_for(lambda: ALICE in hop.begun)
    hop.wait_for(lambda: len(hop.delivered) == len(others))
    assert sorted(hop.delivered) == others
    late = queue.add(DAVE)
    pump.wake()
    hop.wait_for(lambda: late in hop.delivered)
    assert hop.begun.count(ALICE) == 1


def test_no_more_mails_are_in_delivery_than_there_are_sessions(
    pump: Pump, queue: MemoryQueue, hop: SlowHop
) -> None:
    for who in (ALICE, BOB, CAROL, DAVE):
        hop.hold(who)
        queue.add(who)
    pump.start()
    hop.wait_for(lambda: len(hop.begun) == 3)
    hop.release()
    hop.wait_for(lambda: len(hop.delivered) == 4)
    assert hop.most_at_once == 3


def test_mails_to_one_recipient_are_delivered_in_order_one_at_a_time(
    pump: Pump, queue: MemoryQueue, hop: SlowHop
) -> None:
    mails = [queue.add(who) for _ in range(40) for who in (ALICE, BOB)]
    pump.deliver_due()
    assert not hop.twice_at_once
    for each in (mails[::2], mails[1::2]):
        assert [mail for mail in hop.delivered if mail in each] == each


def test_stopping_finishes_running_deliveries_and_starts_no_others(
    pump: Pump, queue: MemoryQueue, hop: SlowHop
) -> None:
    for who in (ALICE, BOB, CAROL, DAVE):
        hop.hold(who)
        queue.add(who)
    pump.start()
    hop.wait_for(lambda: len(hop.begun) == 3)
    assert not pump.stop(0)
    hop.release()
    assert pump.stop(PATIENCE)
    assert queue.statuses() == ["sent", "sent", "sent", "queued"]
    assert hop.opened == 3
    assert hop.closed >= 3


def test_one_session_is_enough_for_one_recipient(
    pump: Pump, queue: MemoryQueue, hop: SlowHop
) -> None:
    for _ in range(5):
        queue.add(ALICE)
    pump.start()
    hop.wait_for(lambda: len(hop.delivered) == 5)
    assert pump.stop(PATIENCE)
    assert hop.opened == 1
