"""People first: programs pause for some seconds while letters wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from pbm.base.errors import TemporaryFailure
from pbm.store.protocol import Store

LONGEST_SECONDS = 5.0
"""The longest delay of a search, and the longest pause within it. Letters may wait for hours, for
example while the disk is full, or come without a pause; even then a program that searches for a
second has a tenth of the time.
"""

LOOK_AGAIN_SECONDS = 0.1

PAUSE_SECONDS = 0.01
"""How long a search pauses before it looks again: a letter is acted on and answered in this time.
"""

LOOKING_SHARE = 0.03
"""The most of a search's time for looking for letters. A look takes 0.06 ms in SQLite."""

Stops = Callable[[], bool]


class Courtesy:
    """Delays a search while letters wait: searching slows down the processes that act on letters.

    beat: called as a sign of life during the delay. now: a clock that never goes back.
    pause: waits for some seconds.
    """

    def __init__(
        self,
        store: Store,
        beat: Callable[[], None] = lambda: None,
        *,
        now: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._store, self._beat, self._now, self._pause = store, beat, now, pause

    def wait(self, stops: Stops = lambda: False) -> None:
        """Return when a search may begin. stops: returns whether to stop waiting.

        :raises TemporaryFailure: if the store cannot be read now
        """
        end = self._now() + LONGEST_SECONDS
        while not stops() and self._now() < end and self._letters_wait():
            self._beat()
            self._pause(LOOK_AGAIN_SECONDS)

    def within(self, stops: Stops) -> Stops:
        """Return ``stops`` for one search, which pauses when it calls it while letters wait.

        Measured: without the pauses, the slowest tenth of people's moves takes a fifth longer,
        because a search takes the memory caches from the processes that act on letters.
        """
        left, look_at = LONGEST_SECONDS, self._now()

        def stops_after_a_pause() -> bool:
            nonlocal left, look_at
            begun = self._now()
            if left > 0 and begun >= look_at:
                looking = self._pause_while_letters_wait(begun + left, stops)
                left -= self._now() - begun - looking
                look_at = self._now() + looking / LOOKING_SHARE
            return stops()

        return stops_after_a_pause

    def _pause_while_letters_wait(self, end: float, stops: Stops) -> float:
        """Return how many seconds the last look for letters took. Without a store, do not pause."""
        while True:
            begun, waiting = self._now(), False
            with suppress(TemporaryFailure):
                waiting = self._letters_wait()
            looked = self._now()
            if not waiting or looked >= end or stops():
                return looked - begun
            self._pause(PAUSE_SECONDS)

    def _letters_wait(self) -> bool:
        with self._store.reading() as tx:
            return tx.letters.oldest_waiting() is not None
