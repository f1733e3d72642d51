"""A next hop that hangs, refuses or drops the connection at any stage, even after keeping a mail.

The clock is simulated, so that five days of attempts take no time. The sockets and the store are
real.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from pbm.admin.action import action
from pbm.admin.messages import drop_mail, retry_mail
from pbm.app.application import App
from pbm.app.outbox_queue import OutboxQueue
from pbm.base.errors import TemporaryFailure
from pbm.core.marks import Trouble
from pbm.mail.correspondence import MailStatus, OutboxMail
from pbm.notices.alerts import refusal, times_noted
from pbm.smtp.next_hop import NextHop
from pbm.smtp.outbox import Pump
from pbm.smtp.smarthost import SmarthostTransport
from pbm.store.sql.outbox import SqlOutbox
from pbm.store.writer import Writer
from tests.combinations import few_fast
from tests.faults.hop import DOT, DROP, GREETING, HANG, KEEP_AND_DROP, Faults, Hop
from tests.patience import PATIENCE
from tests.pbm.smtp.hanging import give_up_when
from tests.pbm.smtp.sockets import LoopThread
from tests.pbm.town import ALICE, BOB, Town

MINUTE = timedelta(minutes=1)


@pytest.fixture
def thread() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.close()


@dataclass
class Way:
    """Delivery of a town's mails through a next hop, with a simulated clock."""

    town: Town
    hop: Hop
    pump: Pump
    writer: Writer
    thread: LoopThread

    def ask(self, who: str) -> int:
        """Cause an answer to somebody, and return its number in the outbox."""
        self.town.write(who, subject="help")
        self.town.paint()
        with self.town.app.store.reading() as tx:
            return tx.outbox.list(limit=1)[0].id

    def mail(self, number: int) -> OutboxMail:
        with self.town.app.store.reading() as tx:
            found = tx.outbox.get(number)
        assert found is not None
        return found

    def break_(self, stage: str, reply: str, only: str = "") -> None:
        self.hop.faults = Faults({stage: reply}, only)

    def mend(self) -> None:
        self.thread.loop.call_soon_threadsafe(self.hop.mend)

    def deliver(self) -> None:
        """Try to deliver the mails that are due, and wait until the results are stored."""
        self.pump.deliver_due()
        self.writer.submit(lambda _: None).result()

    def wait(self, number: int) -> timedelta:
        """Advance the clock until the mail is due, try it, and return the time that passed."""
        before, due = self.town.time, self.mail(number).due
        assert due is not None
        self.town.time = due
        self.deliver()
        return due - before

    def came(self, number: int) -> list[bytes]:
        """Every copy of the mail that the next hop has taken."""
        name = self.mail(number).message_id.encode()
        return [raw for _, raw in self.hop.taken if b"\nMessage-ID: " + name in raw]


@pytest.fixture
def way(tmp_path: Path, thread: LoopThread, monkeypatch: pytest.MonkeyPatch) -> Iterator[Way]:
    town, hop = Town(tmp_path), Hop()
    give_up_when(hop.hangs, monkeypatch)
    for somebody in (ALICE, BOB):
        town.sign_up(somebody)
    town.paint()
    # The writer needs its own store, as in the server: two threads cannot write through one store.
    app = App(town.app.settings, lambda: town.time)
    writer = Writer(app.store, app.clock)
    writer.start()
    port = thread.run(hop.start())
    session = partial(
        SmarthostTransport, NextHop("127.0.0.1", port), "pbm.example", PATIENCE, PATIENCE
    )
    pump = Pump(OutboxQueue(app, writer), session, lambda: town.time, sessions=2)
    way = Way(town, hop, pump, writer, thread)
    way.deliver()
    yield way
    writer.stop()
    thread.loop.call_soon_threadsafe(hop.stop)
    app.close()
    town.close()


STAGES = ("MAIL", "RCPT", "DATA", DOT)


@pytest.mark.parametrize(
    ("stage", "reply"),
    few_fast(STAGES, ["450 4.2.0 Not now", "421 4.7.0 Not you, not now", DROP, HANG]),
)
def test_a_temporary_failure_at_any_stage_is_tried_again_and_the_mail_comes_once(
    way: Way, stage: str, reply: str
) -> None:
    number = way.ask(ALICE)
    way.break_(stage, reply)
    way.deliver()
    assert way.mail(number).status is MailStatus.QUEUED
    way.mend()
    assert way.wait(number) == MINUTE / 2
    assert way.mail(number).status is MailStatus.SENT
    assert len(way.came(number)) == 1


def test_a_temporary_failure_backs_off_from_half_a_minute_to_an_hour_for_5_days(
    way: Way,
) -> None:
    number = way.ask(ALICE)
    way.break_("RCPT", "450 4.2.0 Not now")
    begun = way.town.time
    way.deliver()
    waits = []
    while way.mail(number).status is MailStatus.QUEUED:
        waits.append(way.wait(number) / MINUTE)
    assert waits[:6] == [0.5, 1, 2, 5, 15, 60]
    assert set(waits[6:]) == {60}
    assert timedelta(days=5) <= way.town.time - begun < timedelta(days=5, hours=1)
    dead = way.mail(number)
    assert dead.status is MailStatus.DEAD
    assert dead.error == "given up after 5 days: 450 4.2.0 Not now"


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", DOT])
def test_a_mail_that_is_too_large_is_a_dead_letter_that_the_operator_can_send_again(
    way: Way, stage: str
) -> None:
    number = way.ask(ALICE)
    way.break_(stage, "552 5.3.4 Too large")
    way.deliver()
    with way.town.app.store.reading() as tx:
        (dead,) = tx.outbox.list(MailStatus.DEAD)
    assert (dead.id, dead.error) == (number, "552 5.3.4 Too large")
    way.mend()
    with action(way.town.app, "outbox retry") as work:
        retry_mail(work, number)
    way.deliver()
    assert way.mail(number).status is MailStatus.SENT
    assert len(way.came(number)) == 1


REFUSALS = [
    "550 5.4.5 Daily sending limit exceeded",
    "554 5.2.0 STOREDRV.Submission.Exception: OutboundSpamException",
    "554 5.2.252 SendAsDenied",
    "550 5.7.1 Our system has detected that this message is likely spam",
    "550 5.7.1 Your account has been suspended",
    "554 5.7.1 Relay access denied",
    "550 5.7.60 Client does not have permissions to send as this sender",
    "530 5.7.0 Authentication required",
    "535 5.7.8 Bad credentials",
    "550 Relaying denied",
    "554 Transaction failed",
]


@pytest.mark.parametrize(
    ("stage", "reply"), few_fast([*STAGES], REFUSALS), ids=lambda each: each.replace(" ", "_")
)
def test_a_refusal_of_the_sender_stops_the_hop_and_kills_no_mail(
    way: Way, stage: str, reply: str
) -> None:
    numbers = [way.ask(who) for who in (ALICE, BOB, ALICE, BOB)]
    way.break_(stage, reply)
    for _ in range(3):
        way.deliver()
        way.town.later(hours=6)
    assert {way.mail(each).status for each in numbers} == {MailStatus.QUEUED}
    assert not any(way.town.player(who).bouncing for who in ("alice", "bob"))
    with way.town.app.store.reading() as tx:
        found = refusal(tx)
        assert times_noted(tx, Trouble.REFUSED, way.town.time - timedelta(days=2)) == 1
    assert found is not None
    assert found.reply == reply
    way.mend()
    way.town.later(days=1)
    way.deliver()
    way.town.later(hours=1)
    way.deliver()
    assert [len(way.came(each)) for each in numbers] == [1] * 4
    with way.town.app.store.reading() as tx:
        assert refusal(tx) is None


def test_a_refused_recipient_is_marked_and_gets_the_mail_once_accepted_again(way: Way) -> None:
    number = way.ask(BOB)
    way.break_("RCPT", "550 5.1.1 No such user", only=BOB)
    way.deliver()
    assert way.mail(number).status is MailStatus.DEAD
    assert way.town.player("bob").bouncing == {BOB: way.town.time}
    assert way.came(number) == []
    way.mend()
    with action(way.town.app, "outbox retry") as work:
        retry_mail(work, number)
    way.deliver()
    assert len(way.came(number)) == 1
    assert way.mail(number).status is MailStatus.SENT


def test_a_mail_that_was_taken_without_a_250_comes_again_to_the_last_byte(way: Way) -> None:
    number = way.ask(ALICE)
    way.break_(DOT, KEEP_AND_DROP)
    way.deliver()
    assert way.mail(number).status is MailStatus.QUEUED
    way.mend()
    way.wait(number)
    first, second = way.came(number)
    assert first == second


@pytest.mark.parametrize(
    ("stage", "reply"),
    few_fast(["RCPT", "DATA", DOT], [HANG, DROP, "421 4.7.0 Not to her", "451 4.3.0 Not now"]),
)
def test_a_recipient_at_whom_the_next_hop_stumbles_holds_up_no_other(
    way: Way, stage: str, reply: str
) -> None:
    alices, bobs = way.ask(ALICE), way.ask(BOB)
    way.break_(stage, reply, only=ALICE)
    way.deliver()
    assert way.mail(bobs).status is MailStatus.SENT
    assert (way.mail(alices).status, way.mail(alices).attempts) == (MailStatus.QUEUED, 1)


@pytest.mark.parametrize(
    ("reply", "stage"),
    few_fast([HANG, DROP, "421 4.3.2 Going down", "554 5.7.1 Go away"], [GREETING, "EHLO"]),
)
def test_a_next_hop_that_will_not_talk_costs_no_mail_its_life(
    way: Way, stage: str, reply: str
) -> None:
    numbers = [way.ask(ALICE), way.ask(BOB)]
    if stage == "EHLO":
        way.hop.faults = Faults({"EHLO": reply, "HELO": reply})
    else:
        way.break_(stage, reply)
    way.thread.run(way.hop.hang_up())
    way.deliver()
    for _ in range(3):
        assert way.pump.trouble
        way.wait(numbers[0])
    way.mend()
    way.town.later(hours=1)
    way.deliver()
    assert [way.mail(number).status for number in numbers] == [MailStatus.SENT] * 2
    assert [len(way.came(number)) for number in numbers] == [1, 1]


def test_a_mail_that_cannot_be_marked_as_sent_is_not_sent_again_however_long_that_takes(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = way.ask(ALICE), way.ask(BOB)

    def full_disk(*_: object) -> None:
        raise TemporaryFailure("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(SqlOutbox, "mark_sent", full_disk)
        for _ in range(3):
            with suppress(TemporaryFailure):
                way.deliver()
    assert [way.mail(each).status for each in (first, second)] == [MailStatus.QUEUED] * 2

    third = way.ask(ALICE)
    for _ in range(2):
        # The result of the last attempt may not be stored yet, because the disk was full.
        with suppress(TemporaryFailure):
            way.deliver()
    assert [way.mail(each).status for each in (first, second, third)] == [MailStatus.SENT] * 3
    assert [len(way.came(each)) for each in (first, second, third)] == [1, 1, 1]


def test_what_is_dropped_while_it_is_in_delivery_is_not_put_off(way: Way) -> None:
    number = way.ask(ALICE)
    queue = OutboxQueue(way.town.app, way.writer)
    (leaving,) = queue.due(way.town.time, 1, ())
    with action(way.town.app, "outbox drop") as work:
        drop_mail(work, number)
    dropped = way.mail(number)
    queue.postponed(leaving.id, way.town.time + MINUTE, "451 later")
    queue.deferred(leaving.id, way.town.time + MINUTE, "the next hop is down")
    assert dropped.status is MailStatus.DROPPED
    assert way.mail(number) == dropped
