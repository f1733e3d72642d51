"""The worker: acts on letters, runs the tick, tells subscribers, tidies up.

It runs on one thread with its own ``App``. With the listener and the pump it shares only the store
and a wake-up signal.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from pbm.app.application import App
from pbm.app.intake import Claims, InOrder, Intake
from pbm.app.letter_log import log_letters
from pbm.app.subscribers import tell_subscribers
from pbm.app.sweeping import Sweeping
from pbm.app.workers import SWEEP_SECONDS, Wake
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench, WorkWanted

log = logging.getLogger(__name__)

TICK_SECONDS = 60.0
TIDY_SECONDS = 600.0

# Seconds that contests may take while letters wait.
LONGEST_FOR_CONTESTS = 1.0
# Seconds that traces of players who have left may take while letters wait.
LONGEST_FOR_TRACES = 1.0


@dataclass
class _Duty:
    """Periodic work. due: when to do it next, by ``time.monotonic``."""

    name: str
    work: Callable[[], None]
    seconds: float
    due: float

    @property
    def is_due(self) -> bool:
        return time.monotonic() >= self.due

    def attempt(self) -> None:
        """Do the work if it is due. Never raises: a failure is logged, and retried next time."""
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


class WorkLoop(Sweeping):
    """The loop of a worker.

    wake: called when mails may have been queued.
    take: called with the number of a letter before acting on it, and with 0 after the last one.
    deadly: letters to put aside unread, because worker processes died while acting on them.
    beat: called as a sign of life, with each letter and each sweep.
    leads: False for a worker that only acts on letters, while another node leads.
    """

    def __init__(  # noqa: PLR0913 (they are the server's, and what several nodes differ in)
        self,
        app: App,
        wake: Wake,
        *,
        take: Callable[[int], None] = lambda _: None,
        deadly: Container[int] = (),
        beat: Callable[[], None] = lambda: None,
        leads: bool = True,
    ) -> None:
        super().__init__(beat)
        self._app, self._store, self._wake = app, app.store, wake
        self._take, self._deadly = take, deadly
        now = time.monotonic()
        self._letters = _Duty("acting on letters", self._act, SWEEP_SECONDS, now)
        self._contests = _Duty("serving contests", self._serve_contests, SWEEP_SECONDS, now)
        # These duties precede letters: downtime is subtracted before a mail tells a player their
        # clock.
        duties = (
            _Duty("looking at the clocks", self._tick, TICK_SECONDS, now),
            _Duty("telling subscribers", self._tell_subscribers, SWEEP_SECONDS, now),
            self._contests,
            _Duty("tidying up", self._tidy, TIDY_SECONDS, now + TIDY_SECONDS),
        )
        self._leads = leads
        self._others: Sequence[_Duty] = duties if leads else ()

    def _sweep(self, rung: bool) -> float:
        if rung:
            self._letters.due = 0
        duties = (*self._others, self._letters)
        for duty in duties:
            duty.attempt()
        next_due = min(duty.due for duty in duties)
        return max(next_due - time.monotonic(), 0)

    def _last_sweep(self) -> None:
        """Act on the waiting letters, unless another node does so."""
        if self._leads:
            self._letters.due = 0
            self._letters.attempt()

    def _tell_subscribers(self) -> None:
        tell_subscribers(self._store, self._app.clock)

    def _serve_contests(self) -> None:
        """Do what is due in contests, a portion at a time, as long as no letters wait for long."""
        end = time.monotonic() + LONGEST_FOR_CONTESTS
        while self._serve_portion():
            self._beat()
            if self.finishing or (time.monotonic() > end and self._letters_wait()):
                return

    def _serve_portion(self) -> bool:
        with self._store.reading() as tx:
            if not tx.contests.due(self._app.clock(), 1):
                return False
        with self._store.transaction() as tx:
            more = self._app.serve_contests()(tx)
        self._wake()
        return more

    def _letters_wait(self) -> bool:
        with self._store.reading() as tx:
            return tx.letters.oldest_waiting() is not None

    def _act(self) -> None:
        """Act on waiting letters until something else is due."""
        intake, has_acted = self._intake(), False
        while not intake.is_empty():
            self._beat()
            if self._act_on_batch(intake):
                self._wake()
                has_acted = True
            if self.finishing and not self._leads:
                return
            if not self.finishing and any(duty.is_due for duty in self._others):
                self.ring()
                break
        if has_acted:
            # Entering may have filled a cup.
            self._contests.due = 0

    def _intake(self) -> Intake:
        settings = self._app.settings
        if settings.store_acting == "all":
            return Claims(self._store)
        return InOrder(self._store, is_shared=bool(settings.store))

    def _act_on_batch(self, intake: Intake) -> bool:
        """Act on the first letters in one transaction, up to one that needs its own.

        Return whether there were any letters.

        :raises TemporaryFailure: if nothing could be written; the letters stay waiting
        """
        begun: list[int] = []
        left: list[int] = []
        try:
            with intake.batch() as (tx, letters):
                for letter in letters:
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
            self._act_on_one(letter)
        if self._app.settings.log_letters:
            log_letters(self._store, begun)
        return bool(begun)

    def _act_on_one(self, letter: int) -> None:
        """Act on one letter in transactions of its own, or put it aside if it is deadly.

        :raises TemporaryFailure: if nothing could be written; the letter stays waiting
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

    def _act_on(self, tx: Transaction, letter: int) -> bool:
        """Act on a letter, or put it aside. If neither can be done, it stays waiting.

        Return False, having done nothing, if the letter needs a transaction of its own: it needs
        slow work first, or it was in conflict with another process.
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
            return self._put_aside(tx, letter, error)
        return True

    def _job(self, letter: int) -> Callable[[Transaction], object]:
        if letter in self._deadly:
            return self._app.put_aside_unread(letter)
        return self._app.handle(letter, Workbench())

    def _put_aside(self, tx: Transaction, letter: int, error: Exception) -> bool:
        """Put a letter aside, or return False if that needs a transaction of its own."""
        try:
            with tx.savepoint():
                self._app.put_aside(letter, error)(tx)
        except ConflictError:
            return False
        except TemporaryFailure as failure:
            log.warning("letter %d waits: %s", letter, failure, extra=THROTTLED)
        except Exception:
            log.exception("letter %d could not be put aside", letter)
        return True

    def _tick(self) -> None:
        with self._store.transaction() as tx:
            self._app.tick()(tx)
        self._wake()
        # The tick may have released strangers' letters that waited for a budget.
        self.ring()

    def _tidy(self) -> None:
        end = time.monotonic() + LONGEST_FOR_TRACES
        while self._app.traces.blank_portion():
            self._beat()
            if self.finishing or (time.monotonic() > end and self._letters_wait()):
                break
        with self._store.transaction() as tx:
            self._app.tidy()(tx)
        self._app.administration.tidy()
