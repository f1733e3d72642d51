"""People first: while letters wait, programs delay their moves, by some seconds at most."""

from __future__ import annotations

import time
from collections.abc import Callable

from pbm.store.protocol import Store

LONGEST_SECONDS = 5.0
"""The longest delay of a search. Letters may wait for hours, for example while the disk is full, or
come without a pause; even then a program that searches for a second has a sixth of the time.
"""

LOOK_AGAIN_SECONDS = 0.1


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

    def wait(self, stops: Callable[[], bool] = lambda: False) -> None:
        """Return when a search may begin. stops: returns whether to stop waiting.

        :raises TemporaryFailure: if the store cannot be read now
        """
        end = self._now() + LONGEST_SECONDS
        while not stops() and self._now() < end and self._letters_wait():
            self._beat()
            self._pause(LOOK_AGAIN_SECONDS)

    def _letters_wait(self) -> bool:
        with self._store.reading() as tx:
            return tx.letters.oldest_waiting() is not None
