from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from threading import Event, current_thread

import pytest

from pbm.base.errors import StoreBusyError, TemporaryFailure
from pbm.store.protocol import Store, Transaction
from pbm.store.writer import MOST_TOGETHER, MOST_WAITING, Writer
from tests.patience import PATIENCE
from tests.pbm.store.samples import NOW, envelope, keep


class Fault(Exception):
    pass


class CountingStore:
    """A store that counts its transactions and can fail to commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.actings: list[bool] = []
        self.lastings: list[bool] = []
        self.broken = False
        self.busy = False

    @property
    def transactions(self) -> int:
        return len(self.actings)

    @contextmanager
    def transaction(self, *, acting: bool = True, lasting: bool = True) -> Iterator[Transaction]:
        self.actings.append(acting)
        self.lastings.append(lasting)
        if self.busy:
            raise StoreBusyError("locked by another process")
        with self._store.transaction() as tx:
            yield tx
            if self.broken:
                raise TemporaryFailure("the disk is full")

    def beside(self) -> AbstractContextManager[Transaction]:
        return self._store.beside()

    def reading(self) -> AbstractContextManager[Transaction]:
        return self._store.reading()

    def use_key(self, key: bytes) -> None:
        self._store.use_key(key)

    def close(self) -> None:
        self._store.close()

    def letters(self) -> list[bytes]:
        with self.reading() as tx:
            return [letter.raw for letter in tx.letters.list()[::-1]]


@pytest.fixture
def counting(store: Store) -> CountingStore:
    return CountingStore(store)


@pytest.fixture
def writer(counting: CountingStore) -> Writer:
    """A writer that is not started yet, so that jobs submitted before the start wait together."""
    return Writer(counting, lambda: NOW)


def run(writer: Writer) -> None:
    writer.start()
    writer.stop()


def fail(tx: Transaction) -> None:
    keep(tx, b"of the job that fails")
    raise Fault("of this job alone")


def test_a_future_has_the_result_of_its_job(writer: Writer, counting: CountingStore) -> None:
    future = writer.submit(keep)
    run(writer)
    assert future.result() == 1
    assert len(counting.letters()) == 1


def test_jobs_that_wait_together_share_a_transaction(
    writer: Writer, counting: CountingStore
) -> None:
    futures = [writer.submit(keep) for _ in range(MOST_TOGETHER)]
    run(writer)
    assert [future.result() for future in futures] == list(range(1, MOST_TOGETHER + 1))
    assert counting.transactions == 1


def test_jobs_that_can_wait_run_with_the_next_one_that_cannot(
    writer: Writer, counting: CountingStore
) -> None:
    writer.start()
    patient = [writer.submit(keep, can_wait=True) for _ in range(3)]
    writer.submit(keep).result(PATIENCE)
    assert all(future.done() for future in patient)
    assert counting.transactions == 1
    writer.stop()


def test_jobs_that_can_wait_still_do_after_one_that_could_not(
    writer: Writer, counting: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.store.writer.MOST_WAIT_SECONDS", PATIENCE)
    writer.start()
    writer.submit(keep).result(PATIENCE)
    patient = writer.submit(keep, can_wait=True)
    with pytest.raises(TimeoutError):
        patient.result(0.1)
    writer.submit(keep).result(PATIENCE)
    assert patient.done()
    assert counting.transactions == 2
    writer.stop()


@pytest.mark.parametrize("number", [1, MOST_WAITING])
def test_jobs_that_can_wait_run_after_a_delay_or_when_there_are_many(
    writer: Writer, number: int
) -> None:
    writer.start()
    for future in [writer.submit(keep, can_wait=True) for _ in range(number)]:
        future.result(PATIENCE)
    writer.stop()


def test_jobs_that_can_wait_run_at_a_stop(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbm.store.writer.MOST_WAIT_SECONDS", PATIENCE)
    writer.start()
    patient = writer.submit(keep, can_wait=True)
    writer.stop()
    assert patient.done()


def test_only_jobs_that_can_wait_do_not_wait_for_the_disk(
    writer: Writer, counting: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.store.writer.MOST_WAIT_SECONDS", 0)
    writer.start()
    writer.submit(keep, can_wait=True).result(PATIENCE)
    writer.submit(keep).result(PATIENCE)
    writer.stop()
    assert counting.lastings == [False, True]


def test_a_letter_that_comes_while_marks_begin_has_a_transaction_of_its_own(
    writer: Writer, counting: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.store.writer.MOST_WAIT_SECONDS", 0)
    late = list[Future[int]]()
    begin = counting.transaction

    @contextmanager
    def begins_late(*, acting: bool, lasting: bool) -> Iterator[Transaction]:
        if not late:
            late.append(writer.keep(envelope()))
        with begin(acting=acting, lasting=lasting) as tx:
            yield tx

    monkeypatch.setattr(counting, "transaction", begins_late)
    writer.start()
    writer.submit(keep, can_wait=True).result(PATIENCE)
    late[0].result(PATIENCE)
    writer.stop()
    assert counting.lastings == [False, True]


def test_more_jobs_than_fit_take_another_transaction(
    writer: Writer, counting: CountingStore
) -> None:
    futures = [writer.submit(keep) for _ in range(MOST_TOGETHER + 1)]
    run(writer)
    assert all(future.done() for future in futures)
    assert counting.transactions == 2


def test_a_failing_job_does_not_affect_others(writer: Writer, counting: CountingStore) -> None:
    before = writer.submit(lambda tx: keep(tx, b"before"))
    failing = writer.submit(fail)
    after = writer.submit(lambda tx: keep(tx, b"after"))
    run(writer)
    assert isinstance(failing.exception(), Fault)
    assert before.exception() is after.exception() is None
    assert counting.letters() == [b"before", b"after"]
    assert counting.transactions == 1


def test_letters_that_wait_together_are_kept_in_order(
    writer: Writer, counting: CountingStore
) -> None:
    raws = [b"one", b"two", b"three"]
    futures = [writer.keep(envelope(raw)) for raw in raws]
    run(writer)
    assert [future.result() for future in futures] == [1, 2, 3]
    assert counting.letters() == raws
    assert counting.transactions == 1


def test_jobs_of_one_kind_run_together_after_the_others(
    writer: Writer, counting: CountingStore
) -> None:
    together = list[list[bytes]]()

    def keep_all(tx: Transaction, raws: Sequence[bytes]) -> Sequence[int]:
        together.append([*raws])
        return [keep(tx, raw) for raw in raws]

    futures = [writer.together(keep_all, b"one"), writer.submit(keep)]
    futures += [writer.together(keep_all, b"two")]
    run(writer)
    assert [future.result() for future in futures] == [2, 1, 3]
    assert together == [[b"one", b"two"]]
    assert counting.transactions == 1


def test_jobs_that_fail_together_run_one_by_one(writer: Writer, counting: CountingStore) -> None:
    def keep_all(tx: Transaction, raws: Sequence[bytes]) -> Sequence[int]:
        kept = [keep(tx, raw) for raw in raws]
        if b"bad" in raws:
            raise Fault
        return kept

    raws = b"one", b"bad", b"two"
    one, bad, two = (writer.together(keep_all, raw, can_wait=True) for raw in raws)
    run(writer)
    assert isinstance(bad.exception(), Fault)
    assert counting.letters() == [b"one", b"two"]
    assert one.result() < two.result()


def test_jobs_that_act_have_transactions_of_their_own(
    writer: Writer, counting: CountingStore
) -> None:
    futures = [writer.submit(keep), writer.submit(keep, acting=True), writer.keep(envelope())]
    run(writer)
    assert [future.result() for future in futures] == [1, 2, 3]
    assert counting.actings == [False, True, False]


def test_all_jobs_fail_if_the_commit_fails(writer: Writer, counting: CountingStore) -> None:
    counting.broken = True
    good, bad = writer.submit(keep), writer.submit(fail)
    run(writer)
    assert isinstance(good.exception(), TemporaryFailure)
    assert isinstance(bad.exception(), TemporaryFailure)
    assert counting.letters() == []


def test_all_waiting_jobs_fail_if_the_store_is_busy(
    writer: Writer, counting: CountingStore
) -> None:
    counting.busy = True
    futures = [writer.submit(keep) for _ in range(3)]
    run(writer)
    assert [type(future.exception()) for future in futures] == [StoreBusyError] * 3
    assert counting.transactions == 1


def test_no_future_is_done_before_its_transaction_is_committed(
    writer: Writer, counting: CountingStore
) -> None:
    seen: list[int] = []
    writer.submit(keep).add_done_callback(lambda _: seen.append(len(counting.letters())))
    run(writer)
    assert seen == [1]


def test_stopping_finishes_the_jobs_that_wait(writer: Writer, counting: CountingStore) -> None:
    begun, go_on = Event(), Event()

    def slow(tx: Transaction) -> None:
        begun.set()
        go_on.wait(PATIENCE)

    writer.start()
    writer.submit(slow)
    assert begun.wait(PATIENCE)
    late = [writer.submit(keep) for _ in range(3)]
    go_on.set()
    writer.stop()
    assert [future.result() for future in late] == [1, 2, 3]


def test_a_cancelled_job_is_skipped(writer: Writer, counting: CountingStore) -> None:
    given_up, other = writer.submit(keep), writer.submit(lambda tx: keep(tx, b"other"))
    assert given_up.cancel()
    run(writer)
    assert other.result() == 1
    assert counting.letters() == [b"other"]


def test_a_running_job_cannot_be_cancelled(writer: Writer) -> None:
    begun, go_on = Event(), Event()

    def slow(tx: Transaction) -> str:
        begun.set()
        go_on.wait(PATIENCE)
        return "done"

    future = writer.submit(slow)
    writer.start()
    assert begun.wait(PATIENCE)
    assert not future.cancel()
    go_on.set()
    writer.stop()
    assert future.result() == "done"


def test_all_jobs_run_on_one_thread(writer: Writer) -> None:
    writer.start()
    threads = {writer.submit(lambda _: current_thread().name).result(PATIENCE) for _ in range(3)}
    writer.stop()
    assert threads == {"writer"}
