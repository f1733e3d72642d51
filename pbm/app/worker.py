"""The worker: acts on the letters that wait, in their order, looks at the clocks, and tidies up.

It runs on one thread, with an app of its own, beside those that take letters in and send mails
out. They share nothing but the store and a bell.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol

from pbm.app.application import App, Clock
from pbm.app.config import Settings
from pbm.app.letter_log import log_letters
from pbm.app.subscribers import tell_subscribers
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.store.protocol import Transaction, is_awaited
from pbm.store.workbench import Workbench, WorkWanted

log = logging.getLogger(__name__)

# Letters that other processes kept, or that could not be acted on before, are looked for so often.
SWEEP_SECONDS = 5.0
TICK_SECONDS = 60.0
TIDY_SECONDS = 600.0

# What a transaction may hold. After a crash a thousand letters may wait: what was done must be on
# the disk before the next crash.
MOST_TOGETHER, LONGEST_SECONDS = 32, 0.05

Wake = Callable[[], None]
"""Called when mails may have been queued."""


class Worker(Protocol):
    """A worker as the server sees it, in a thread or in a process."""

    async def start(self, wake: Wake, restarted: Wake) -> None:
        """restarted: called whenever it had to be started again."""

    def ring(self) -> None:
        """Letters may wait."""

    def silence(self) -> float:
        """For how many seconds nothing was heard of it: it works or looks for work all the time."""

    async def stop(self) -> None:
        """Have it act on what waits, and wait until it is gone."""


@dataclass
class _Duty:
    """due: at what time it is to be done next, monotonic."""

    name: str
    work: Callable[[], None]
    seconds: float
    due: float

    @property
    def is_due(self) -> bool:
        return time.monotonic() >= self.due

    def attempt(self) -> None:
        """Do it if it is due, whatever happens: what failed is tried again the next time."""
        if not self.is_due:
            return
        try:
            self.work()
        except TemporaryFailure as failure:
            log.warning("%s waits: %s", self.name, failure, extra=THROTTLED)
        except ConflictError as conflict:
            log.info("%s is tried again later: %s", self.name, conflict)
        except Exception:
            log.exception("%s failed", self.name)
        self.due = time.monotonic() + self.seconds


class WorkLoop:
    """What a worker does, whichever thread or process it is.

    take: called with the number of each letter that is taken in hand, and with 0 after the last.
    deadly: letters that are put aside unread, because processes died over them.
    beat: called again and again, as long as it works.
    """

    def __init__(
        self,
        app: App,
        wake: Wake,
        *,
        take: Callable[[int], None] = lambda _: None,
        deadly: Container[int] = (),
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._app, self._store, self._wake = app, app.store, wake
        self._take, self._deadly, self._beat = take, deadly, beat
        self._bell = Event()
        self.finishing = False
        now = time.monotonic()
        self._letters = _Duty("acting on letters", self._act, SWEEP_SECONDS, now)
        # The time that the server rested is given back before players are told their clocks.
        self._others = (
            _Duty("looking at the clocks", self._tick, TICK_SECONDS, now),
            _Duty("telling subscribers", self._tell_subscribers, SWEEP_SECONDS, now),
            _Duty("tidying up", self._tidy, TIDY_SECONDS, now + TIDY_SECONDS),
        )

    def ring(self) -> None:
        """Letters may wait. Any thread may call it, as often as it likes."""
        self._bell.set()

    def finish(self) -> None:
        """Act on what waits, and then no more."""
        self.finishing = True
        self._bell.set()

    def run(self) -> None:
        """Work until told to finish."""
        self._app.warm_up()
        while not self.finishing:
            self._beat()
            duties = (*self._others, self._letters)
            for duty in duties:
                duty.attempt()
            next_due = min(duty.due for duty in duties)
            if self._bell.wait(max(next_due - time.monotonic(), 0)):
                self._bell.clear()
                self._letters.due = 0
        self._letters.due = 0
        self._letters.attempt()

    def _tell_subscribers(self) -> None:
        tell_subscribers(self._store, self._app.clock)

    def _act(self) -> None:
        """Act on the letters that wait, until something else is due."""
        with self._store.reading() as tx:
            waiting = deque(tx.letters.waiting())
        while waiting:
            self._beat()
            self._together(waiting)
            self._wake()
            if not self.finishing and any(duty.is_due for duty in self._others):
                self.ring()
                return

    def _together(self, waiting: deque[int]) -> None:
        """One transaction for the first of the letters, up to one that takes work aside.

        :raises TemporaryFailure: if nothing could be written; they wait on
        """
        begun: list[int] = []
        left: list[int] = []
        try:
            with self._store.transaction() as tx:
                for letter in self._first(waiting):
                    begun.append(letter)
                    self._take(letter)
                    if not self._act_on(tx, letter):
                        left.append(letter)
                        break
                self._take(0)
        except ConflictError as conflict:
            log.info("letters %s are acted on one by one: %s", begun, conflict)
            left = begun
        except TemporaryFailure:
            raise
        except Exception:
            log.exception("letters %s are acted on one by one", begun)
            left = begun
        for letter in left:
            self._alone(letter)
        if self._app.settings.log_letters:
            log_letters(self._store, begun)

    def _alone(self, letter: int) -> None:
        """A transaction for one letter; a deadly one is put aside there, too.

        :raises TemporaryFailure: if nothing could be written; it waits on
        """
        self._take(letter)
        try:
            if letter in self._deadly:
                with self._store.transaction() as tx:
                    self._job(letter)(tx)
            else:
                self._app.handle_now(letter)
        finally:
            self._take(0)

    def _first(self, waiting: deque[int]) -> Iterator[int]:
        """The first letters, one of them at least, until the transaction has taken long enough."""
        end = time.monotonic() + LONGEST_SECONDS
        for _ in range(MOST_TOGETHER):
            yield waiting.popleft()
            if not waiting or time.monotonic() > end or is_awaited(self._store):
                return

    def _act_on(self, tx: Transaction, letter: int) -> bool:
        """Act on a letter, or put it aside; where neither can be done it waits on.

        False, and nothing is done, if it is to be acted on alone: it takes work that is not to be
        done here, or somebody else was faster.
        """
        try:
            with tx.savepoint():
                self._job(letter)(tx)
        except (WorkWanted, ConflictError):
            return False
        except TemporaryFailure as failure:
            log.warning("letter %d waits: %s", letter, failure, extra=THROTTLED)
        except Exception as error:
            log.exception("letter %d is put aside", letter)
            self._put_aside(tx, letter, error)
        return True

    def _job(self, letter: int) -> Callable[[Transaction], object]:
        if letter in self._deadly:
            return self._app.lay_aside(letter)
        return self._app.handle(letter, Workbench())

    def _put_aside(self, tx: Transaction, letter: int, error: Exception) -> None:
        try:
            with tx.savepoint():
                self._app.put_aside(letter, error)(tx)
        except TemporaryFailure as failure:
            log.warning("letter %d waits: %s", letter, failure, extra=THROTTLED)
        except Exception:
            log.exception("letter %d could not be put aside", letter)

    def _tick(self) -> None:
        with self._store.transaction() as tx:
            self._app.tick()(tx)
        self._wake()
        # It may have found room for letters that were held back.
        self.ring()

    def _tidy(self) -> None:
        with self._store.transaction() as tx:
            self._app.forget()(tx)
        self._app.administration.tidy()


class WorkerThread:
    """A worker in a thread of the server's own process."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings, self._clock = settings, clock

    async def start(self, wake: Wake, restarted: Wake) -> None:  # noqa: ARG002 (it never is)
        self._app = App(self._settings, self._clock)
        self._beat()
        self._loop = WorkLoop(self._app, wake, beat=self._beat)
        self._thread = Thread(target=self._loop.run, name="worker")
        self._thread.start()

    def ring(self) -> None:
        self._loop.ring()

    def _beat(self) -> None:
        self._heard = time.monotonic()

    def silence(self) -> float:
        return time.monotonic() - self._heard

    async def stop(self) -> None:
        self._loop.finish()
        await asyncio.to_thread(self._thread.join)
        self._app.close()
