"""The times at which mails are tried, over days of simulated time."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from pbm.base.errors import NextHopDown, PermanentFailure, RecipientRefused, TemporaryFailure
from pbm.smtp.hop_state import HOP_DELAYS
from pbm.smtp.next_hop import NextHop
from pbm.smtp.outbox import Pump
from pbm.smtp.smarthost import SmarthostTransport
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.pbm.smtp.outbox.fakes import FakeClock, FakeTransport, MemoryQueue
    from tests.pbm.smtp.sockets import NextHop as FakeHop

MINUTE = timedelta(minutes=1)
ALICE, BOB = "alice@example.net", "bob@example.net"


def live(pump: Pump, clock: FakeClock, time: timedelta, step: timedelta = MINUTE / 2) -> None:
    """Advance the clock; the pump delivers due mails at every step."""
    end = clock.now + time
    pump.deliver_due()
    while clock.now < end:
        clock.wait(step)
        pump.deliver_due()


def test_due_mails_are_sent_oldest_first(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport
) -> None:
    for number in range(120):
        queue.add(f"player{number % 7}@example.net")
    pump.deliver_due()
    assert transport.delivered == list(range(1, 121))
    assert set(queue.statuses()) == {"sent"}


def test_a_mail_is_retried_after_half_1_2_5_15_60_minutes_and_then_hourly(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    mail = queue.add(ALICE)
    transport.failures[ALICE] = TemporaryFailure("450 busy")
    live(pump, clock, timedelta(hours=5))
    tried = transport.tried[mail]
    waits = [(after - before) / MINUTE for before, after in pairwise(tried)]
    assert waits == [0.5, 1, 2, 5, 15, 60, 60, 60, 60]
    assert queue.rows[mail].why == "450 busy"


def test_a_mail_is_given_up_after_5_days_and_not_before(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    mail = queue.add(ALICE)
    transport.failures[ALICE] = TemporaryFailure("450 busy")
    live(pump, clock, timedelta(days=5) - MINUTE)
    assert queue.rows[mail].status == "queued"
    live(pump, clock, timedelta(hours=1))
    assert queue.rows[mail].status == "dead"
    assert queue.rows[mail].why == "given up after 5 days: 450 busy"
    first, *_, last = transport.tried[mail]
    assert timedelta(days=5) <= last - first < timedelta(days=5, hours=1)


def test_a_mail_is_dead_after_a_permanent_failure(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    mail = queue.add(ALICE)
    transport.failures[ALICE] = PermanentFailure("550 no such user")
    live(pump, clock, timedelta(days=1))
    assert (queue.rows[mail].status, queue.rows[mail].why) == ("dead", "550 no such user")
    assert len(transport.tried[mail]) == 1


def test_a_refused_recipient_is_recorded_as_such(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport
) -> None:
    mail = queue.add(ALICE)
    transport.failures[ALICE] = RecipientRefused("550 5.1.1 no such user")
    pump.deliver_due()
    assert (queue.rows[mail].status, queue.rows[mail].why) == ("refused", "550 5.1.1 no such user")


def test_mails_to_one_recipient_keep_their_order(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    first, second = queue.add(ALICE), queue.add(ALICE)
    transport.failures[first] = TemporaryFailure("450 busy")
    pump.deliver_due()
    third = queue.add(ALICE)
    clock.wait(MINUTE / 2)
    pump.deliver_due()
    assert list(transport.tried) == [first]
    transport.failures.clear()
    clock.wait(MINUTE)
    pump.deliver_due()
    assert transport.delivered == [first, second, third]


def test_a_dead_mail_delays_no_other(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport
) -> None:
    dead, second = queue.add(ALICE), queue.add(ALICE)
    transport.failures[dead] = PermanentFailure("552 too large")
    pump.deliver_due()
    assert transport.delivered == [second]


@pytest.mark.parametrize(
    "failure", [TemporaryFailure("450"), PermanentFailure("550"), RuntimeError("a bug")]
)
def test_a_failing_mail_delays_no_other_recipient(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, failure: Exception
) -> None:
    bad, good = queue.add(ALICE), queue.add(BOB)
    transport.failures[bad] = failure
    pump.deliver_due()
    assert transport.delivered == [good]
    assert queue.rows[bad].status != "sent"


def test_more_failing_mails_than_a_batch_delay_nobody(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport
) -> None:
    for _ in range(200):
        queue.add(ALICE)
    good = queue.add(BOB)
    transport.failures[ALICE] = TemporaryFailure("450 busy")
    pump.deliver_due()
    assert transport.delivered == [good]


def test_while_the_next_hop_is_down_one_mail_at_a_time_is_tried(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for number in range(30):
        queue.add(f"player{number}@example.net")
    transport.down = True
    begun = clock.now
    live(pump, clock, 2 * MINUTE, step=timedelta(seconds=5))
    tried = sorted(each for times in transport.tried.values() for each in times)
    assert [(each - begun).seconds for each in tried] == [0, 5, 15, 35, 65, 95]
    assert pump.trouble == "connection refused"


def test_an_attempt_is_not_counted_while_the_next_hop_is_down(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    mail = queue.add(ALICE)
    transport.down = True
    live(pump, clock, timedelta(hours=1))
    transport.down = False
    transport.failures[ALICE] = TemporaryFailure("450 busy")
    live(pump, clock, MINUTE / 2)
    first, second = transport.tried[mail][-2:]
    assert second - first == MINUTE / 2


def test_a_mail_that_makes_the_next_hop_fail_delays_the_others_by_seconds(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    odd = queue.add(ALICE)
    transport.failures[odd] = NextHopDown("452 no room for so large a mail")
    for _ in range(10):
        good = [queue.add(f"player{number}@example.net") for number in range(3)]
        live(pump, clock, HOP_DELAYS[0], step=HOP_DELAYS[0])
        assert transport.delivered[-3:] == good
        clock.wait(MINUTE)


def test_all_mails_leave_in_order_within_a_minute_once_the_next_hop_is_back(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for number in range(30):
        queue.add(f"player{number % 3}@example.net")
    transport.down = True
    live(pump, clock, timedelta(days=1))
    transport.down = False
    live(pump, clock, MINUTE, step=timedelta(seconds=5))
    assert sorted(transport.delivered) == list(range(1, 31))
    for each in range(3):
        theirs = [mail for mail in transport.delivered if mail % 3 == each]
        assert theirs == sorted(theirs)
    assert pump.trouble == ""


def test_no_mail_is_given_up_because_the_next_hop_is_down(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    queue.add(ALICE)
    queue.add(BOB)
    transport.down = True
    live(pump, clock, timedelta(days=6), 10 * MINUTE)
    assert queue.statuses() == ["queued", "queued"]


def test_mails_are_tried_even_if_the_clock_jumps_back(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    transport.down = True
    pump.deliver_due()
    queue.add(ALICE)
    pump.deliver_due()
    clock.wait(-timedelta(days=365))
    transport.down = False
    mail = queue.add(BOB)
    pump.deliver_due()
    assert transport.delivered == [mail]


@pytest.mark.parametrize("answer", [TemporaryFailure("450 busy"), PermanentFailure("550 no")])
def test_a_next_hop_that_refuses_a_mail_is_not_down(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock, answer: Exception
) -> None:
    queue.add(ALICE)
    transport.down = True
    pump.deliver_due()
    transport.down = False
    transport.failures[ALICE] = answer
    clock.wait(MINUTE)
    pump.deliver_due()
    assert pump.trouble == ""


def test_the_backoff_starts_anew_once_the_next_hop_is_back(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    transport.down = True
    queue.add(ALICE)
    live(pump, clock, timedelta(hours=1))
    transport.down = False
    live(pump, clock, 5 * MINUTE)
    transport.down = True
    queue.add(BOB)
    pump.deliver_due()
    later = queue.add(ALICE)
    live(pump, clock, HOP_DELAYS[0], step=HOP_DELAYS[0])
    assert len(transport.tried[later]) == 1


def test_mails_are_delivered_to_a_real_next_hop_that_goes_down_and_comes_back(
    queue: MemoryQueue, clock: FakeClock, next_hop: FakeHop
) -> None:
    hop = partial(SmarthostTransport, NextHop("127.0.0.1", next_hop.port), "example.org", PATIENCE)
    pump = Pump(queue, hop, clock)
    bad, good = queue.add(ALICE), queue.add(BOB)
    next_hop.answers["DATA"] = "drop"
    pump.deliver_due()
    assert queue.statuses() == ["queued", "queued"]
    next_hop.answers.clear()
    next_hop.stop()
    clock.wait(MINUTE)
    pump.deliver_due()
    assert "refused" in pump.trouble
    assert [queue.rows[each].mail.attempts for each in (bad, good)] == [1, 1]


def test_a_session_is_closed_when_no_mail_waits(
    queue: MemoryQueue, clock: FakeClock, next_hop: FakeHop
) -> None:
    hop = partial(SmarthostTransport, NextHop("127.0.0.1", next_hop.port), "example.org", PATIENCE)
    pump = Pump(queue, hop, clock)
    for _ in range(2):
        for _ in range(3):
            queue.add(ALICE)
        pump.deliver_due()
    assert (len(next_hop.taken), next_hop.connections) == (6, 2)
