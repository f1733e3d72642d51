"""A thread that runs short write jobs, several in one transaction.

Such jobs store a letter, whose sender waits for the 250, or mark a mail as sent. Each runs in its
own savepoint, so that a failed job does not affect the others. Jobs of one kind may run together,
with fewer statements: between two of them, this thread waits for those that send and receive mails,
while other processes wait for its locks. The future of a job that cannot wait is done only when its
transaction is on disk.

Nobody waits until a mail is marked as sent, but each transaction interrupts the process that acts
on letters. Jobs that can wait run together with the next one that cannot, or when many of them
wait, or after a short delay. Alone, they do not wait for the disk either: others that write would
wait with them, and what a power cut undoes is done again.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle
from typing import Any, TypeVar

from pbm.mail.letter import Envelope
from pbm.store.protocol import Store, Transaction

MOST_TOGETHER = 128
"""The most jobs in one transaction, so that other processes do not wait long for it to end."""

MOST_WAITING = MOST_TOGETHER * 3 // 4
MOST_WAIT_SECONDS = 0.2
"""The upper bounds on jobs that can wait: their number and their delay."""

OTHERS_ON_NODES = 1
"""How many other threads keep letters where each commit waits for another machine. Measured with
50 senders: twice as many letters a second, because letters need not wait for an earlier commit."""

T = TypeVar("T")


RunAll = Callable[[Transaction, Sequence[Any]], Sequence[Any]]
"""Runs several jobs of one kind, given an item for each, and returns their results."""


@dataclass
class _Job:
    """A job. run_all, item: how to run it together with others of its kind, if that is possible."""

    run: Callable[[Transaction], Any]
    can_wait: bool = False
    acting: bool = False
    run_all: RunAll | None = None
    item: Any = None
    future: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: Exception | None = None


class Writer:
    """Runs jobs in order, but those that run together after the others of their transaction.

    All methods are thread-safe; ``stop`` finishes the jobs that wait.

    others: how many other threads keep letters too.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime], others: int = 0) -> None:
        self._store = store
        self._clock = clock
        self._waiting: deque[_Job] = deque()
        self._urgent = 0  # How many of them cannot wait.
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="writer")
        self._others = [Writer(store, clock) for _ in range(others)]
        self._keepers = cycle([self, *self._others])

    def start(self) -> None:
        self._thread.start()
        for each in self._others:
            each.start()

    def submit(
        self, run: Callable[[Transaction], T], *, can_wait: bool = False, acting: bool = False
    ) -> Future[T]:
        """Queue a job; jobs run in the order of submission.

        acting: as in ``Store.transaction``.

        The future raises the job's exception, or TemporaryFailure if the store cannot be written.
        """
        return self._queued(_Job(run, can_wait, acting))

    def together(self, run_all: RunAll, item: Any, *, can_wait: bool = False) -> Future[Any]:
        """Queue a job that runs together with others of the same ``run_all``.

        If that fails, each runs alone. The future has the result for the item, or raises as in
        ``submit``.
        """
        return self._queued(
            _Job(lambda tx: run_all(tx, [item])[0], can_wait, run_all=run_all, item=item)
        )

    def keep(self, letter: Envelope) -> Future[int]:
        """Queue the storing of a letter. The future has its number, or raises as in ``submit``."""
        keeper = next(self._keepers)
        return keeper.together(keeper._keep_all, letter)

    def _keep_all(self, tx: Transaction, letters: Sequence[Envelope]) -> Sequence[int]:
        return tx.letters.keep_all(letters, self._clock())

    def _queued(self, job: _Job) -> Future[Any]:
        with self._changed:
            self._waiting.append(job)
            self._urgent += not job.can_wait
            # The first job starts the delay of those that can wait, which need not wake the thread.
            if len(self._waiting) == 1 or self._is_urgent():
                self._changed.notify()
        return job.future

    def stop(self) -> None:
        """Finish the jobs that wait. Jobs submitted later never run."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()
        for each in self._others:
            each.stop()

    def _work(self) -> None:
        while self._wait():
            self._do()

    def _wait(self) -> bool:
        """Wait until there is something to do. Returns False if the thread must end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping)
            self._changed.wait_for(self._is_urgent, MOST_WAIT_SECONDS)
            return bool(self._waiting)

    def _is_urgent(self) -> bool:
        return self._stopping or self._urgent > 0 or len(self._waiting) >= MOST_WAITING

    def _do(self) -> None:
        """Run the first jobs in one transaction."""
        batch: list[_Job] = []
        try:
            acting, lasting = self._waiting[0].acting, self._urgent > 0
            with self._store.transaction(acting=acting, lasting=lasting) as tx:
                for job in self._first(acting, lasting):
                    batch.append(job)
                    if job.run_all is None:
                        _attempt(job, tx)
                for run_all, jobs in _by_kind(batch).items():
                    _attempt_all(run_all, jobs, tx)
        except Exception as error:  # noqa: BLE001 (every job must hear of any error)
            # If no transaction could begin, fail the first jobs now: one by one, each would run
            # into the same timeout.
            batch = batch or list(self._first(acting, lasting))
            for job in batch:
                job.error = error
        for job in batch:
            _tell(job)

    def _first(self, acting: bool, lasting: bool) -> Iterator[_Job]:
        """Yield the first jobs that were not cancelled; from now on they cannot be cancelled.

        lasting: whether to yield jobs that cannot wait.
        """
        given = 0
        while self._waiting and given < MOST_TOGETHER:
            job = self._waiting[0]
            if job.acting != acting or not (job.can_wait or lasting):
                return
            self._drop_first()
            if job.future.set_running_or_notify_cancel():
                given += 1
                yield job

    def _drop_first(self) -> None:
        with self._changed:
            self._urgent -= not self._waiting.popleft().can_wait


def _attempt(job: _Job, tx: Transaction) -> None:
    try:
        with tx.savepoint():
            job.result = job.run(tx)
    except Exception as error:  # noqa: BLE001 (the job's future raises it)
        job.error = error


def _by_kind(batch: Sequence[_Job]) -> Mapping[RunAll, Sequence[_Job]]:
    """The jobs that can run together."""
    kinds: dict[RunAll, list[_Job]] = {}
    for job in batch:
        if job.run_all is not None:
            kinds.setdefault(job.run_all, []).append(job)
    return kinds


def _attempt_all(run_all: RunAll, jobs: Sequence[_Job], tx: Transaction) -> None:
    """Run these jobs together, or one by one if that fails."""
    try:
        with tx.savepoint():
            results = run_all(tx, [job.item for job in jobs])
    except Exception:  # noqa: BLE001 (the future of each job raises its own)
        for job in jobs:
            _attempt(job, tx)
        return
    for job, result in zip(jobs, results, strict=True):
        job.result = result


def _tell(job: _Job) -> None:
    if job.error is not None:
        job.future.set_exception(job.error)
    else:
        job.future.set_result(job.result)
