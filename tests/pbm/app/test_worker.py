"""The worker acts on waiting letters in order, and an error of one letter delays no other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread

import pytest

from pbm.app import intake
from pbm.app import worker as workers
from pbm.app.application import App
from pbm.app.threads import worker_thread
from pbm.app.worker import WorkLoop
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.core.clocks import DAY
from pbm.core.marks import TICK
from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench
from tests.patience import PATIENCE, wait_until
from tests.pbm.town import ALICE, BOB, DOMAIN, Town

WAITING, DONE, FAILED = LetterStatus.WAITING, LetterStatus.DONE, LetterStatus.FAILED
Job = Callable[[Transaction], bool]


class FaultyDesk:
    """Handles letters, then raises the next of the ``faults`` listed for the letter's number."""

    def __init__(self, app: App) -> None:
        self._handle = app.handle
        self.faults: dict[int, list[Exception]] = {}
        self.order: list[int] = []

    def handle(self, letter: int, bench: Workbench) -> Job:
        def job(tx: Transaction) -> bool:
            self.order.append(letter)
            is_settled = self._handle(letter, bench)(tx)
            if self.faults.get(letter):
                raise self.faults[letter].pop()
            return is_settled

        return job


@pytest.fixture
def faulty_desk(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> FaultyDesk:
    made = FaultyDesk(town_with_players.app)
    monkeypatch.setattr(town_with_players.app, "handle", made.handle)
    return made


@pytest.fixture
def wakeups() -> list[None]:
    """A list that grows each time the worker wakes the outbox."""
    return []


@pytest.fixture
def worker(town_with_players: Town, faulty_desk: FaultyDesk, wakeups: list[None]) -> WorkLoop:
    return WorkLoop(town_with_players.app, lambda: wakeups.append(None))


def add_letters(town: Town, *senders: str) -> list[int]:
    """Store a waiting letter from each sender. Return their numbers."""
    with town.app.store.transaction() as tx:
        return [town.app.keep(_letter(sender, tx))(tx) for sender in senders]


def _letter(sender: str, tx: Transaction) -> Envelope:
    number = sum(tx.letters.counts().values())
    head = f"From: {sender}\nTo: pbm@{DOMAIN}\nSubject: whoami\nMessage-ID: <{number}@example.org>"
    return Envelope(sender, (f"pbm@{DOMAIN}",), f"{head}\n\n".encode())


def statuses(town: Town, letters: list[int]) -> list[LetterStatus]:
    with town.app.store.reading() as tx:
        return [LetterStatus(tx.letters.statuses([letter])[letter]) for letter in letters]


def finish(worker: WorkLoop) -> None:
    """Let the worker act on all waiting letters, and end."""
    worker.finish()
    worker.run()


def test_letters_are_acted_on_in_order(
    town_with_players: Town, worker: WorkLoop, faulty_desk: FaultyDesk
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB, ALICE)
    finish(worker)
    assert faulty_desk.order == letters
    assert statuses(town_with_players, letters) == [DONE] * 3


def test_the_outbox_is_woken_when_mails_are_queued(
    town_with_players: Town, worker: WorkLoop, wakeups: list[None]
) -> None:
    finish(worker)
    assert wakeups == []
    add_letters(town_with_players, ALICE)
    finish(worker)
    assert wakeups == [None]


@contextmanager
def counted_transactions(town: Town, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[None]]:
    """Yields a list that grows with each transaction that begins."""
    begun: list[None] = []
    transaction = town.app.store.transaction

    @contextmanager
    def counting() -> Iterator[Transaction]:
        begun.append(None)
        with transaction() as tx:
            yield tx

    monkeypatch.setattr(town.app.store, "transaction", counting)
    yield begun


@pytest.mark.parametrize(
    ("awaited", "seconds", "transactions"), [(False, 60, 1), (True, 60, 3), (False, -1, 3)]
)
def test_a_transaction_ends_early_if_others_wait_or_it_takes_long(
    town_with_players: Town,
    worker: WorkLoop,
    monkeypatch: pytest.MonkeyPatch,
    awaited: bool,
    seconds: float,
    transactions: int,
) -> None:
    monkeypatch.setattr(town_with_players.app.store, "has_waiters", lambda: awaited)
    monkeypatch.setattr(intake, "LONGEST_SECONDS", seconds)
    letters = add_letters(town_with_players, ALICE, BOB, ALICE)
    with counted_transactions(town_with_players, monkeypatch) as begun:
        finish(worker)
    assert len(begun) == transactions
    assert statuses(town_with_players, letters) == [DONE] * 3


def test_a_bug_fails_one_letter_only(
    town_with_players: Town, worker: WorkLoop, faulty_desk: FaultyDesk
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB, ALICE)
    faulty_desk.faults = {letters[1]: [ZeroDivisionError()]}
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, FAILED, DONE]
    assert [mail.kind for mail in town_with_players.new_mails()] == ["account", "failed", "account"]


def test_a_letter_that_cannot_be_marked_as_failed_stays_waiting(
    town_with_players: Town,
    worker: WorkLoop,
    faulty_desk: FaultyDesk,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB)
    faulty_desk.faults = {letters[0]: [ZeroDivisionError()]}
    with monkeypatch.context() as patched:
        patched.setattr(town_with_players.app.desk, "fail", lambda *_: 1 / 0)
        finish(worker)
    # The message of an exception may quote the letter, so the log has the traceback instead.
    told = next(record for record in caplog.records if "could not be put" in record.message)
    assert (told.message, bool(told.exc_info)) == (
        f"letter {letters[0]} could not be put aside",
        True,
    )
    assert statuses(town_with_players, letters) == [WAITING, DONE]
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]


def test_a_temporary_failure_of_one_letter_does_not_delay_the_others(
    town_with_players: Town, worker: WorkLoop, faulty_desk: FaultyDesk
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB)
    faulty_desk.faults = {letters[0]: [TemporaryFailure("a bad page")]}
    finish(worker)
    assert statuses(town_with_players, letters) == [WAITING, DONE]
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]
    assert faulty_desk.order == [*letters, letters[0]]


def test_a_letter_is_retried_at_once_after_a_conflict(
    town_with_players: Town, worker: WorkLoop, faulty_desk: FaultyDesk
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB)
    faulty_desk.faults = {letters[0]: [ConflictError("the board has moved on")] * 3}
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]
    assert faulty_desk.order == [letters[0]] * 4 + [letters[1]]


@pytest.fixture
def unlimited_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction handles all waiting letters, even on a slow machine."""
    monkeypatch.setattr(intake, "LONGEST_SECONDS", 60)


@pytest.mark.usefixtures("unlimited_transactions")
def test_a_letter_that_killed_processes_is_failed_unread(
    town_with_players: Town, faulty_desk: FaultyDesk
) -> None:
    letters, taken = add_letters(town_with_players, ALICE, BOB, ALICE), list[int]()
    finish(WorkLoop(town_with_players.app, lambda: None, take=taken.append, deadly={letters[1]}))
    assert faulty_desk.order == [letters[0], letters[2]]
    assert statuses(town_with_players, letters) == [DONE, FAILED, DONE]
    assert taken == [*letters, 0]


@pytest.fixture
def failing_commits(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Exceptions for the next commits, to be filled by a test."""
    failures: list[Exception] = []
    transaction = town_with_players.app.store.transaction

    @contextmanager
    def failing() -> Iterator[Transaction]:
        with transaction() as tx:
            yield tx
            if failures:
                raise failures.pop()

    monkeypatch.setattr(town_with_players.app.store, "transaction", failing)
    return failures


def test_letters_wait_if_the_commit_fails_temporarily(
    town_with_players: Town,
    worker: WorkLoop,
    failing_commits: list[Exception],
    caplog: pytest.LogCaptureFixture,
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB)
    failing_commits.append(TemporaryFailure("the disk is full"))
    finish(worker)
    assert "acting on letters waits: the disk is full" in caplog.text
    assert statuses(town_with_players, letters) == [WAITING, WAITING]
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]


@pytest.mark.parametrize("failure", [ZeroDivisionError(), ConflictError("another was faster")])
def test_letters_are_committed_one_by_one_after_a_failed_commit(
    town_with_players: Town, worker: WorkLoop, failing_commits: list[Exception], failure: Exception
) -> None:
    letters = add_letters(town_with_players, ALICE, BOB)
    failing_commits.append(failure)
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]


@pytest.mark.usefixtures("unlimited_transactions")
def test_a_letter_that_killed_processes_is_not_read_alone_either(
    town_with_players: Town, faulty_desk: FaultyDesk, failing_commits: list[Exception]
) -> None:
    letters, taken = add_letters(town_with_players, ALICE, BOB, ALICE), list[int]()
    failing_commits.append(ZeroDivisionError())
    finish(WorkLoop(town_with_players.app, lambda: None, take=taken.append, deadly={letters[1]}))
    assert letters[1] not in faulty_desk.order
    assert statuses(town_with_players, letters) == [DONE, FAILED, DONE]
    assert taken == [*letters, 0, letters[0], 0, letters[1], 0, letters[2], 0]


def test_clocks_tick_while_letters_keep_arriving(
    town_with_players: Town, faulty_desk: FaultyDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(town_with_players.app.store, "has_waiters", lambda: True)
    monkeypatch.setattr(workers, "TICK_SECONDS", 0)
    worker = WorkLoop(town_with_players.app, lambda: None)
    tick, ticks = town_with_players.app.tick, list[int]()

    def noted() -> Callable[[Transaction], None]:
        ticks.append(len(faulty_desk.order))
        if len(ticks) == 4:
            worker.finish()
        return tick()

    monkeypatch.setattr(town_with_players.app, "tick", noted)
    add_letters(town_with_players, ALICE, BOB, ALICE, BOB, ALICE)
    worker.run()
    assert ticks == [0, 1, 2, 3]
    assert len(faulty_desk.order) == 5


@pytest.mark.parametrize("leads", [True, False])
def test_beside_a_node_that_leads_a_worker_only_acts_on_letters(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch, leads: bool
) -> None:
    done = list[str]()
    monkeypatch.setattr(town_with_players.app, "tick", lambda: lambda _: done.append("tick"))
    monkeypatch.setattr(workers, "tell_subscribers", lambda *_: done.append("told"))
    letters = add_letters(town_with_players, ALICE)

    def finish_with(_: int) -> None:
        loop.finish()

    loop = WorkLoop(town_with_players.app, lambda: None, take=finish_with, leads=leads)
    loop.run()
    assert statuses(town_with_players, letters) == [DONE]
    assert done == (["tick", "told"] if leads else [])


def test_a_tick_in_conflict_with_another_process_is_no_error(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workers, "TICK_SECONDS", 0)
    worker, ticks = WorkLoop(town_with_players.app, lambda: None), list[int]()

    def overtaken(tx: Transaction) -> None:
        ticks.append(len(ticks))
        if len(ticks) == 2:
            worker.finish()
        tx.moments.move(TICK, town_with_players.time, was=town_with_players.time - DAY)

    monkeypatch.setattr(town_with_players.app, "tick", lambda: overtaken)
    with caplog.at_level(logging.INFO):
        worker.run()
    told = [each for each in caplog.records if "looking at the clocks" in each.getMessage()]
    assert [each.levelno for each in told] == [logging.INFO] * 2


@pytest.fixture
def running_worker(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkLoop]:
    """A worker in a thread, with its own app. It looks for letters once, and when rung."""
    monkeypatch.setattr(workers, "SWEEP_SECONDS", 3600)
    app = App(town_with_players.app.settings, lambda: town_with_players.time)
    worker = WorkLoop(app, lambda: None)
    thread = Thread(target=worker.run)
    thread.start()
    yield worker
    worker.finish()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    app.close()


def test_a_waiting_worker_wakes_when_it_is_rung(
    town_with_players: Town, running_worker: WorkLoop
) -> None:
    # The second letter arrives after the search at the start.
    for _ in range(2):
        letters = add_letters(town_with_players, ALICE)
        running_worker.ring()
        until_done(town_with_players, letters)


def until_done(town: Town, letters: list[int]) -> None:
    done = [DONE] * len(letters)
    wait_until(lambda: statuses(town, letters) == done, "the worker was not woken")


def test_a_failing_duty_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    failing = [workers._Duty(name, work, 60, 0) for name, work in _FAILING.items()]
    for duty in failing:
        duty.attempt()
        duty.attempt()
    assert [record.message for record in caplog.records] == ["one failed", "other waits: later"]


def _fail() -> None:
    raise ZeroDivisionError


def _later() -> None:
    raise TemporaryFailure("later")


_FAILING: dict[str, Callable[[], None]] = {"one": _fail, "other": _later}


def test_a_worker_in_a_thread_finishes_before_it_ends(town_with_players: Town) -> None:
    async def day() -> list[int]:
        worker = worker_thread(
            replace(town_with_players.app.settings), lambda: town_with_players.time
        )
        await worker.start(lambda: None, lambda: None)
        letters = add_letters(town_with_players, ALICE, BOB)
        worker.ring()
        await worker.stop()
        return letters

    assert statuses(town_with_players, asyncio.run(day())) == [DONE, DONE]
