"""The number of letters that the server has acted on, read from its store."""

from __future__ import annotations

import asyncio

from pbm.mail.correspondence import LetterStatus
from pbm.store.protocol import Store
from tests.faults.load import Load
from tests.patience import PATIENCE

LOOK_AGAIN_SECONDS = 0.01
MOST_WAITING = 60
"""Letters are kept faster than they are acted on: more would only make a backlog."""


class Desk:
    """Reads the store, whether or not the server is running."""

    def __init__(self, store: Store, *loads: Load) -> None:
        self._store, self._loads = store, loads

    async def acts_on(self, letters: int) -> None:
        """Wait until the server has acted on this many more letters, or no more come.

        A slow machine may have brought all of them before the server is up again.
        """
        wanted = self._look() + letters
        async with asyncio.timeout(3 * PATIENCE):
            while self._look() < wanted and not all(load.over for load in self._loads):
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def _look(self) -> int:
        with self._store.reading() as tx:
            counts = tx.letters.counts()
        waiting = counts.get(LetterStatus.WAITING, 0)
        for load in self._loads:
            if waiting < MOST_WAITING:
                load.room.set()
            else:
                load.room.clear()
        return sum(counts.values()) - waiting
