"""What cannot wait is written on one thread, whatever waits together in one transaction.

A letter to keep, whose sender waits for the 250, or a mail to mark as sent: such jobs are short.
Each runs in a savepoint of its own: one that fails takes nothing of the others along. A job is
done, and its future says so, only when the transaction that holds it is on the disk.

Nobody waits for the mark of a mail, but each transaction interrupts the process that acts on
letters. Patient jobs go with the next one that is not, or when enough of them wait, or in a while.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbm.store.protocol import Store, Transaction

MOST_TOGETHER = 64
"""What a transaction may hold, so that nobody who waits for it waits for long."""

MANY = MOST_TOGETHER // 2
PATIENCE_SECONDS = 0.2
"""How many patient jobs wait for how long at most."""

T = TypeVar("T")


@dataclass
class _Job:
    run: Callable[[Transaction], Any]
    patient: bool
    future: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: Exception | None = None


class Writer:
    """``submit`` from any thread; ``stop`` finishes what waits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Job] = deque()
        self._bell = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="writer")

    def start(self) -> None:
        self._thread.start()

    def submit(self, run: Callable[[Transaction], T], *, patient: bool = False) -> Future[T]:
        """The future raises what the job raised, or TemporaryFailure if nothing could be kept.

        Jobs keep their order.
        """
        job = _Job(run, patient)
        with self._bell:
            self._waiting.append(job)
            self._bell.notify()
        return job.future

    def stop(self) -> None:
        """Finish what waits. Nothing may be submitted any more: nobody would do it."""
        with self._bell:
            self._stopping = True
            self._bell.notify()
        self._thread.join()

    def _work(self) -> None:
        while self._wait():
            self._do()

    def _wait(self) -> bool:
        """Until there is something to do; False once there will be nothing any more."""
        with self._bell:
            self._bell.wait_for(lambda: self._waiting or self._stopping)
            self._bell.wait_for(self._is_pressing, PATIENCE_SECONDS)
            return bool(self._waiting)

    def _is_pressing(self) -> bool:
        patient = len(self._waiting) < MANY and all(job.patient for job in self._waiting)
        return self._stopping or not patient

    def _do(self) -> None:
        """One transaction for the first of those that wait."""
        batch: list[_Job] = []
        try:
            with self._store.transaction() as tx:
                for job in self._first():
                    batch.append(job)
                    _attempt(job, tx)
        except Exception as error:  # noqa: BLE001 (whatever it was, every job must be told)
            # Where not even a transaction began, each would wait as long for the next one in vain.
            batch = batch or list(self._first())
            for job in batch:
                job.error = error
        for job in batch:
            _tell(job)

    def _first(self) -> Iterator[_Job]:
        """The first jobs that somebody still waits for; from here on they cannot be given up."""
        given = 0
        while self._waiting and given < MOST_TOGETHER:
            job = self._waiting.popleft()
            if job.future.set_running_or_notify_cancel():
                given += 1
                yield job


def _attempt(job: _Job, tx: Transaction) -> None:
    try:
        with tx.savepoint():
            job.result = job.run(tx)
    except Exception as error:  # noqa: BLE001 (it belongs to the one who waits for this job)
        job.error = error


def _tell(job: _Job) -> None:
    if job.error is not None:
        job.future.set_exception(job.error)
    else:
        job.future.set_result(job.result)
