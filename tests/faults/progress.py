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

    def __init__(self, store: Store, load: Load) -> None:
        self._store, self._load = store, load

    async def acts_on(self, letters: int) -> None:
        """Wait until the server has acted on this many more letters."""
        wanted = self._look() + letters
        async with asyncio.timeout(3 * PATIENCE):
            while self._look() < wanted:
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def _look(self) -> int:
        with self._store.reading() as tx:
            counts = tx.letters.counts()
        waiting = counts.get(LetterStatus.WAITING, 0)
        if waiting < MOST_WAITING:
            self._load.room.set()
        else:
            self._load.room.clear()
        return sum(counts.values()) - waiting
