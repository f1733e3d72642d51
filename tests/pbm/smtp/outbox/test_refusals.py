"""A next hop that refuses us: no mail is given up, others are tried, and the operator is told."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from pbm.base.errors import (
    LoginRefused,
    NextHopDown,
    PermanentFailure,
    SenderRefused,
    TemporaryFailure,
)
from pbm.smtp.hop_state import REFUSED_DELAYS
from pbm.smtp.outbox import LIFETIME, Pump

if TYPE_CHECKING:
    from tests.pbm.smtp.outbox.fakes import FakeClock, FakeTransport, MemoryQueue

HOUR = timedelta(hours=1)
WORDS = "550 5.7.1 Your account is suspended"
PLAYERS = [f"player{number}@example.net" for number in range(8)]


def refuse(
    transport: FakeTransport, *players: str, words: str = WORDS, daily: bool = False
) -> None:
    transport.failures.update(
        {each: SenderRefused(words, until_tomorrow=daily) for each in players}
    )


def live(pump: Pump, clock: FakeClock, time: timedelta) -> None:
    end = clock.now + time
    pump.deliver_due()
    while clock.now < end:
        clock.wait(timedelta(minutes=5))
        pump.deliver_due()


def hours_of(transport: FakeTransport, clock: FakeClock) -> list[float]:
    """When mails were tried, in hours before now."""
    tried = sorted(each for times in transport.tried.values() for each in times)
    return [(each - tried[0]) / HOUR for each in tried]


def test_three_are_tried_at_once_then_one_after_1_2_4_4_hours(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for player in PLAYERS:
        queue.add(player)
    refuse(transport, *PLAYERS)
    live(pump, clock, 12 * HOUR)
    assert hours_of(transport, clock) == [0, 0, 0, 1, 3, 7, 11]
    assert set(queue.statuses()) == {"queued"}
    assert queue.told == [WORDS]
    assert queue.refusal is not None


def test_nothing_is_given_up_however_long_that_takes(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    queue.add(PLAYERS[0])
    queue.add(PLAYERS[1])
    refuse(transport, *PLAYERS)
    live(pump, clock, LIFETIME + timedelta(days=1))
    assert queue.statuses() == ["queued", "queued"]


@pytest.mark.parametrize("players", [1, 2, 8])
def test_afterwards_all_leave_in_order(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock, players: int
) -> None:
    theirs = {player: [queue.add(player), queue.add(player)] for player in PLAYERS[:players]}
    refuse(transport, *PLAYERS)
    live(pump, clock, 2 * HOUR)
    transport.failures.clear()
    live(pump, clock, 5 * HOUR)
    assert set(queue.statuses()) == {"sent"}
    for mails in theirs.values():
        assert [each for each in transport.delivered if each in mails] == mails
    assert (pump.trouble, queue.refusal) == ("", None)


def test_after_a_pause_one_mail_is_tried_and_then_moves_leave_first(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    others = [queue.add(player) for player in PLAYERS[:5]]
    moves = [queue.add(player, is_move=True) for player in PLAYERS[5:]]
    refuse(transport, *PLAYERS)
    pump.deliver_due()
    transport.failures.clear()
    clock.wait(REFUSED_DELAYS[2])
    pump.deliver_due()
    _, *later = transport.delivered
    first_other = min(later.index(each) for each in others if each in later)
    assert all(later.index(each) < first_other for each in moves if each in later)
    assert len(transport.delivered) == 8


def test_a_login_that_is_refused_is_tried_after_5_15_and_60_minutes_and_nothing_is_given_up(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for player in PLAYERS:
        queue.add(player)
    transport.failures.update({each: LoginRefused("535 5.7.8 Bad credentials") for each in PLAYERS})
    live(pump, clock, 3 * HOUR)
    minutes = [round(hour * 60) for hour in hours_of(transport, clock)]
    assert minutes == [0, 5, 20, 80, 140]
    assert queue.statuses() == ["queued"] * len(PLAYERS)
    assert queue.refusal is not None
    transport.failures.clear()
    live(pump, clock, HOUR)
    assert set(queue.statuses()) == {"sent"}
    assert [pump.trouble, queue.refusal, *queue.told] == ["", None]


def test_a_limit_of_a_day_is_waited_for_until_the_day_is_over(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for player in PLAYERS:
        queue.add(player)
    refuse(transport, *PLAYERS, daily=True)
    begun = clock.now
    live(pump, clock, 13 * HOUR)
    assert hours_of(transport, clock) == [0, 0, 0, 12]
    assert (begun + 12 * HOUR).hour == 0


def test_a_limit_in_the_middle_of_an_evening_costs_no_mail_and_no_order(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    clock.wait(8 * HOUR)
    before = [queue.add(player) for player in PLAYERS]
    pump.deliver_due()
    assert transport.delivered == before
    refuse(transport, *PLAYERS, words="550 5.4.5 Daily sending limit exceeded", daily=True)
    theirs: dict[str, list[int]] = {player: [] for player in PLAYERS}
    for hour in range(3):
        for number, player in enumerate(PLAYERS):
            theirs[player].append(queue.add(player, is_move=number % 2 == 0))
        live(pump, clock, HOUR * (hour + 1) / 3)
    assert clock.now.hour == 22
    assert set(queue.statuses()) == {"sent", "queued"}
    live(pump, clock, timedelta(hours=1, minutes=59))
    transport.failures.clear()
    live(pump, clock, 2 * HOUR)
    assert clock.now.day == 21
    assert set(queue.statuses()) == {"sent"}
    _, *after = transport.delivered[len(before) :]
    for mails in theirs.values():
        assert [each for each in transport.delivered if each in mails] == mails
    first = [after.index(mails[0]) for mails in theirs.values() if mails[0] in after]
    moves = [queue.rows[each].mail.is_move for each in sorted(after, key=after.index)]
    assert len(first) == len(PLAYERS) - 1
    assert moves[: len(PLAYERS) // 2 - 1] == [True] * (len(PLAYERS) // 2 - 1)


def test_a_mail_that_alone_is_refused_stops_nobody_and_is_given_up(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    bad = queue.add(PLAYERS[0])
    good = [queue.add(player) for player in PLAYERS[1:]]
    refuse(transport, PLAYERS[0])
    pump.deliver_due()
    assert transport.delivered == good
    assert queue.rows[bad].status == "queued"
    clock.wait(HOUR)
    good.append(queue.add(PLAYERS[1]))
    pump.deliver_due()
    assert queue.rows[bad].status == "dead"
    assert transport.delivered == good
    assert queue.told == []


def test_mails_to_two_players_that_are_refused_stop_nobody(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    bad = [queue.add(player) for player in PLAYERS[:2]]
    good = [queue.add(player) for player in PLAYERS[2:]]
    refuse(transport, *PLAYERS[:2])
    pump.deliver_due()
    assert transport.delivered == good
    live(pump, clock, HOUR)
    assert [queue.rows[each].status for each in bad] == ["dead", "dead"]


def test_who_was_refused_alone_is_tried_again_with_their_next_mail(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    test_a_mail_that_alone_is_refused_stops_nobody_and_is_given_up(pump, queue, transport, clock)
    transport.failures.clear()
    later = queue.add(PLAYERS[0])
    pump.deliver_due()
    assert queue.rows[later].status == "sent"


def test_mails_given_up_in_a_series_wait_instead(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    mails = [queue.add(player) for player in PLAYERS]
    too_large = PermanentFailure("552 5.3.4 Too large")
    transport.failures.update(dict.fromkeys(PLAYERS, too_large))
    live(pump, clock, HOUR / 2)
    assert set(queue.statuses()) == {"queued"}
    assert transport.attempts == 3
    transport.failures.clear()
    live(pump, clock, 2 * HOUR)
    assert sorted(transport.delivered) == mails


def test_a_series_ends_with_a_mail_that_is_taken(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport
) -> None:
    for number, player in enumerate(PLAYERS):
        queue.add(player)
        if number % 3:
            transport.failures[player] = PermanentFailure("552 5.3.4 Too large")
    pump.deliver_due()
    assert queue.statuses() == ["sent", "dead", "dead", "sent", "dead", "dead", "sent", "dead"]
    assert queue.told == []


def test_mails_for_which_all_waited_once_are_given_up_if_others_are_taken(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for player in PLAYERS:
        queue.add(player)
    for player in PLAYERS[:3]:
        transport.failures[player] = PermanentFailure("552 5.3.4 Too large")
    live(pump, clock, 3 * HOUR)
    assert queue.statuses() == ["dead"] * 3 + ["sent"] * 5


def test_a_temporary_failure_does_not_end_a_refusal(
    pump: Pump, queue: MemoryQueue, transport: FakeTransport, clock: FakeClock
) -> None:
    for player in PLAYERS:
        queue.add(player)
    refuse(transport, *PLAYERS[:4])
    transport.failures[PLAYERS[4]] = TemporaryFailure("450 busy")
    transport.failures.update({each: NextHopDown("gone") for each in PLAYERS[5:]})
    live(pump, clock, HOUR / 2)
    assert queue.refusal is not None
    assert pump.trouble == WORDS


def test_what_an_earlier_process_noted_is_forgotten_once_a_mail_is_taken(
    pump: Pump, queue: MemoryQueue, clock: FakeClock
) -> None:
    queue.stopped(clock.now, WORDS, tell=False)
    queue.add(PLAYERS[0])
    pump.deliver_due()
    assert queue.refusal is None
