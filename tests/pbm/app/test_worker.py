"""Letters that wait are acted on in their order; what happens to one holds up no other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread

import pytest

from pbm.app import worker as workers
from pbm.app.application import App
from pbm.app.worker import WorkerThread, WorkLoop
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.core.clocks import DAY
from pbm.core.marks import TICK
from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench
from tests.patience import PATIENCE
from tests.pbm.town import ALICE, BOB, DOMAIN, Town

WAITING, DONE, FAILED = LetterStatus.WAITING, LetterStatus.DONE, LetterStatus.FAILED
Job = Callable[[Transaction], bool]


class Trouble:
    """What letters meet at the desk: ``faults`` by their number, one at each time."""

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
def trouble(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    made = Trouble(town_with_players.app)
    monkeypatch.setattr(town_with_players.app, "handle", made.handle)
    return made


@pytest.fixture
def woken() -> list[None]:
    """Grows each time that mails may have been queued."""
    return []


@pytest.fixture
def worker(town_with_players: Town, trouble: Trouble, woken: list[None]) -> WorkLoop:
    return WorkLoop(town_with_players.app, lambda: woken.append(None))


def bring(town: Town, *senders: str) -> list[int]:
    """Letters that are kept and wait."""
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
    """Let the worker act on what waits, and go."""
    worker.finish()
    worker.run()


def test_letters_are_acted_on_in_their_order(
    town_with_players: Town, worker: WorkLoop, trouble: Trouble
) -> None:
    letters = bring(town_with_players, ALICE, BOB, ALICE)
    finish(worker)
    assert trouble.order == letters
    assert statuses(town_with_players, letters) == [DONE] * 3


def test_the_outbox_is_told_of_mails(
    town_with_players: Town, worker: WorkLoop, woken: list[None]
) -> None:
    finish(worker)
    assert woken == []
    bring(town_with_players, ALICE)
    finish(worker)
    assert woken == [None]


@contextmanager
def counted(town: Town, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[None]]:
    """How often a transaction was begun."""
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
def test_a_transaction_holds_as_many_as_keep_nobody_waiting(
    town_with_players: Town,
    worker: WorkLoop,
    monkeypatch: pytest.MonkeyPatch,
    awaited: bool,
    seconds: float,
    transactions: int,
) -> None:
    monkeypatch.setattr(town_with_players.app.store, "has_waiters", lambda: awaited)
    monkeypatch.setattr(workers, "LONGEST_SECONDS", seconds)
    letters = bring(town_with_players, ALICE, BOB, ALICE)
    with counted(town_with_players, monkeypatch) as begun:
        finish(worker)
    assert len(begun) == transactions
    assert statuses(town_with_players, letters) == [DONE] * 3


def test_a_fault_of_ours_puts_one_letter_aside(
    town_with_players: Town, worker: WorkLoop, trouble: Trouble
) -> None:
    letters = bring(town_with_players, ALICE, BOB, ALICE)
    trouble.faults = {letters[1]: [ZeroDivisionError()]}
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, FAILED, DONE]
    assert [mail.kind for mail in town_with_players.new_mails()] == ["account", "failed", "account"]


def test_a_letter_that_cannot_even_be_put_aside_waits_on(
    town_with_players: Town,
    worker: WorkLoop,
    trouble: Trouble,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    letters = bring(town_with_players, ALICE, BOB)
    trouble.faults = {letters[0]: [ZeroDivisionError()]}
    with monkeypatch.context() as patched:
        patched.setattr(town_with_players.app.desk, "fail", lambda *_: 1 / 0)
        finish(worker)
    # What an error says may quote the letter: the log has its place in the code instead.
    told = next(record for record in caplog.records if "could not be put" in record.message)
    assert (told.message, bool(told.exc_info)) == (
        f"letter {letters[0]} could not be put aside",
        True,
    )
    assert statuses(town_with_players, letters) == [WAITING, DONE]
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]


def test_a_letter_that_cannot_be_acted_on_now_holds_up_no_other(
    town_with_players: Town, worker: WorkLoop, trouble: Trouble
) -> None:
    letters = bring(town_with_players, ALICE, BOB)
    trouble.faults = {letters[0]: [TemporaryFailure("a bad page")]}
    finish(worker)
    assert statuses(town_with_players, letters) == [WAITING, DONE]
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]
    assert trouble.order == [*letters, letters[0]]


def test_a_letter_that_somebody_was_faster_than_is_acted_on_again_at_once(
    town_with_players: Town, worker: WorkLoop, trouble: Trouble
) -> None:
    letters = bring(town_with_players, ALICE, BOB)
    trouble.faults = {letters[0]: [ConflictError("the board has moved on")] * 3}
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]
    assert trouble.order == [letters[0]] * 4 + [letters[1]]


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a transaction holds all letters that wait."""
    monkeypatch.setattr(workers, "LONGEST_SECONDS", 60)


@pytest.mark.usefixtures("unhurried")
def test_a_letter_that_processes_died_over_is_put_aside_unread(
    town_with_players: Town, trouble: Trouble
) -> None:
    letters, taken = bring(town_with_players, ALICE, BOB, ALICE), list[int]()
    finish(WorkLoop(town_with_players.app, lambda: None, take=taken.append, deadly={letters[1]}))
    assert trouble.order == [letters[0], letters[2]]
    assert statuses(town_with_players, letters) == [DONE, FAILED, DONE]
    assert taken == [*letters, 0]


@pytest.fixture
def broken_commit(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """The next commits fail with these."""
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


def test_what_could_not_be_committed_waits_on(
    town_with_players: Town,
    worker: WorkLoop,
    broken_commit: list[Exception],
    caplog: pytest.LogCaptureFixture,
) -> None:
    letters = bring(town_with_players, ALICE, BOB)
    broken_commit.append(TemporaryFailure("the disk is full"))
    finish(worker)
    assert "acting on letters waits: the disk is full" in caplog.text
    assert statuses(town_with_players, letters) == [WAITING, WAITING]
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]


@pytest.mark.parametrize("failure", [ZeroDivisionError(), ConflictError("another was faster")])
def test_a_commit_that_fails_for_one_letter_is_tried_with_each_alone(
    town_with_players: Town, worker: WorkLoop, broken_commit: list[Exception], failure: Exception
) -> None:
    letters = bring(town_with_players, ALICE, BOB)
    broken_commit.append(failure)
    finish(worker)
    assert statuses(town_with_players, letters) == [DONE, DONE]


@pytest.mark.usefixtures("unhurried")
def test_a_deadly_letter_is_not_read_alone_either(
    town_with_players: Town, trouble: Trouble, broken_commit: list[Exception]
) -> None:
    letters, taken = bring(town_with_players, ALICE, BOB, ALICE), list[int]()
    broken_commit.append(ZeroDivisionError())
    finish(WorkLoop(town_with_players.app, lambda: None, take=taken.append, deadly={letters[1]}))
    assert letters[1] not in trouble.order
    assert statuses(town_with_players, letters) == [DONE, FAILED, DONE]
    assert taken == [*letters, 0, letters[0], 0, letters[1], 0, letters[2], 0]


def test_the_clocks_are_looked_at_though_letters_never_end(
    town_with_players: Town, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(town_with_players.app.store, "has_waiters", lambda: True)
    monkeypatch.setattr(workers, "TICK_SECONDS", 0)
    worker = WorkLoop(town_with_players.app, lambda: None)
    tick, ticks = town_with_players.app.tick, list[int]()

    def noted() -> Callable[[Transaction], None]:
        ticks.append(len(trouble.order))
        if len(ticks) == 4:
            worker.finish()
        return tick()

    monkeypatch.setattr(town_with_players.app, "tick", noted)
    bring(town_with_players, ALICE, BOB, ALICE, BOB, ALICE)
    worker.run()
    assert ticks == [0, 1, 2, 3]
    assert len(trouble.order) == 5


def test_a_tick_that_another_process_was_faster_at_is_no_fault(
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
def at_work(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkLoop]:
    """A worker with its own app. It looks for letters at its start, then only when it is rung."""
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


def test_the_bell_is_heard(town_with_players: Town, at_work: WorkLoop) -> None:
    """Look for letters once at the start, and after that only when rung."""
    for _ in range(2):
        letters = bring(town_with_players, ALICE)
        at_work.ring()
        until_done(town_with_players, letters)


def until_done(town: Town, letters: list[int]) -> None:
    end = time.monotonic() + PATIENCE
    while statuses(town, letters) != [DONE] * len(letters):
        assert time.monotonic() < end, "nobody came"
        time.sleep(0.005)


def test_a_duty_that_fails_is_told_and_keeps_nobody_from_the_others(
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
        worker = WorkerThread(
            replace(town_with_players.app.settings), lambda: town_with_players.time
        )
        await worker.start(lambda: None, lambda: None)
        letters = bring(town_with_players, ALICE, BOB)
        worker.ring()
        await worker.stop()
        return letters

    assert statuses(town_with_players, asyncio.run(day())) == [DONE, DONE]
