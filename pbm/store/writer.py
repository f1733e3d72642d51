"""All writing on one thread, whatever waits together in one transaction.

Each job runs in a savepoint of its own: one that fails takes nothing of the others along. A job
is done, and its future says so, only when the transaction that holds it is on the disk.

Urgent jobs are short: a letter to keep, whose sender waits for his 250, or a mail to mark as
sent. Whatever else waits, they wait for one transaction at most.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbm.store.protocol import Store, Transaction

# What a transaction may hold. After a crash a thousand letters may wait to be acted on, at about
# 10 ms each: the letters that come in meanwhile must not wait for all of them, and what was done
# must be on the disk before the next crash.
MOST_TOGETHER = 32
LONGEST_SECONDS = 0.05
# And no longer while urgent jobs wait: a flood of letters is kept nearly as fast as if nobody acted
# on them, and they are acted on all the same.
SHORT_SECONDS = 0.005
# So many urgent jobs at once come from as many clients, whose next letters will be there in a
# moment: others wait for that, but not for longer than this.
CROWD = 8
OTHERS_SECONDS = 0.1

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
        self._urgent: deque[_Job] = deque()
        self._others: deque[_Job] = deque()
        self._bell = threading.Condition()
        self._stopping = False
        self._others_at = 0.0
        self._thread = threading.Thread(target=self._work, name="writer")

    def start(self) -> None:
        self._thread.start()

    def submit(self, run: Callable[[Transaction], T], *, urgent: bool = False) -> Future[T]:
        """The future raises what the job raised, or TemporaryFailure if nothing could be kept.

        Urgent jobs keep their order among themselves, and so do all others.
        """
        job = _Job(run)
        with self._bell:
            (self._urgent if urgent else self._others).append(job)
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
            crowd = self._do(self._urgent) >= CROWD
            if not (crowd and self._more_come()):
                self._do(self._others)
                self._others_at = time.monotonic()

    def _wait(self) -> bool:
        """Until there is something to do; False once there will be nothing any more."""
        with self._bell:
            self._bell.wait_for(lambda: self._urgent or self._others or self._stopping)
            return bool(self._urgent or self._others)

    def _more_come(self) -> bool:
        """Whether other urgent jobs come at once; never for so long that the others starve."""
        with self._bell:
            waited = time.monotonic() - self._others_at
            return waited < OTHERS_SECONDS and self._bell.wait_for(
                lambda: bool(self._urgent), SHORT_SECONDS
            )

    def _do(self, waiting: deque[_Job]) -> int:
        """One transaction for the first of those that wait; how many they were."""
        if not waiting:
            return 0
        batch: list[_Job] = []
        try:
            with self._store.transaction() as tx:
                for job in self._first_of(waiting):
                    batch.append(job)
                    _attempt(job, tx)
        except Exception as error:  # noqa: BLE001 (whatever it was, every job must be told)
            # Where not even a transaction began, each would wait as long for the next one in vain.
            batch = batch or list(self._first_of(waiting))
            for job in batch:
                job.error = error
        for job in batch:
            _tell(job)
        return len(batch)

    def _first_of(self, waiting: deque[_Job]) -> Iterator[_Job]:
        """The first jobs that somebody still waits for, one of them at least.

        From here on they cannot be given up.
        """
        start = time.monotonic()
        given = 0
        while waiting and given < MOST_TOGETHER:
            if given and time.monotonic() - start > self._longest(waiting):
                return
            job = waiting.popleft()
            if job.future.set_running_or_notify_cancel():
                given += 1
                yield job

    def _longest(self, waiting: deque[_Job]) -> float:
        """How many seconds one transaction of these jobs may take."""
        hurried = waiting is self._others and self._urgent
        return SHORT_SECONDS if hurried else LONGEST_SECONDS


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
