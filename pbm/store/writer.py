"""All writing on one thread, whatever waits together in one transaction.

Each job runs in a savepoint of its own: one that fails takes nothing of the others along. A job
is done, and its future says so, only when the transaction that holds it is on the disk.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbm.store.protocol import Store, Transaction

# More would make a letter wait for its 250 while others are acted on.
MOST_TOGETHER = 32

T = TypeVar("T")


@dataclass
class _Job:
    run: Callable[[Transaction], Any]
    future: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: Exception | None = None


class Writer:
    """The one thread that writes. ``submit`` from any thread; ``stop`` finishes what waits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer")

    def start(self) -> None:
        self._thread.start()

    def submit(self, run: Callable[[Transaction], T]) -> Future[T]:
        """The future raises what the job raised, or TemporaryFailure if nothing could be kept."""
        job = _Job(run)
        self._jobs.put(job)
        return job.future

    def stop(self) -> None:
        """Finish what waits. Nothing may be submitted any more: nobody would do it."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        more = True
        while more:
            batch, more = self._next_batch()
            if batch:
                self._commit(batch)

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """The jobs that wait, at least one; and whether there is more to come."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            # One whose waiter has given up is left out; from here on it cannot be given up.
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) == MOST_TOGETHER or self._jobs.empty():
                return batch, True
            job = self._jobs.get()
        return batch, False

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._store.transaction() as tx:
                for job in batch:
                    _attempt(job, tx)
        except Exception as error:  # noqa: BLE001 (whatever it was, every job must be told)
            for job in batch:
                job.error = error
        for job in batch:
            if job.error is not None:
                job.future.set_exception(job.error)
            else:
                job.future.set_result(job.result)


def _attempt(job: _Job, tx: Transaction) -> None:
    try:
        with tx.savepoint():
            job.result = job.run(tx)
    except Exception as error:  # noqa: BLE001 (it belongs to the one who waits for this job)
        job.error = error
