"""Counts of what a server has committed, read from its database by another process."""

from __future__ import annotations

import sqlite3
from asyncio import sleep, timeout
from pathlib import Path
from time import monotonic

from pbm.store.administration import FILE

_LOOK_AGAIN_SECONDS = 0.02
_PATIENCE = 300.0

# The second condition repeats the partial index's: without it SQLite scans the whole table.
_WAITING = (
    "SELECT count(*) FROM letters WHERE status = 'waiting' AND status IN ('waiting', 'failed')"
)

_UNPAINTED = "SELECT count(*) FROM outbox WHERE status = 'queued' AND page != ''"


class Ledger:
    def __init__(self, data: Path) -> None:
        uri = f"{(data / FILE).absolute().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(uri, uri=True)

    @property
    def waiting(self) -> int:
        """Number of letters that wait to be acted on."""
        return self._count(_WAITING)

    @property
    def unpainted(self) -> int:
        """Number of mails that wait to be painted."""
        return self._count(_UNPAINTED)

    @property
    def letters(self) -> int:
        return self._count("SELECT max(id) FROM letters")

    @property
    def mails(self) -> int:
        """Number of mails ever queued."""
        return self._count("SELECT max(id) FROM outbox")

    @property
    def moves(self) -> int:
        return self._count("SELECT count(*) FROM events WHERE kind = 'moved'")

    @property
    def bytes_used(self) -> int:
        """Size of the database without its free pages."""
        pages, free, size = (
            self._count(f"PRAGMA {name}") for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def _count(self, sql: str) -> int:
        return int(self._connection.execute(sql).fetchone()[0] or 0)

    async def painted(self) -> None:
        """Wait until no mail waits to be painted."""
        async with timeout(_PATIENCE):
            while self.unpainted:
                await sleep(_LOOK_AGAIN_SECONDS)

    async def mails_reach(self, number: int) -> float:
        """Wait until ``number`` mails were queued. Return when that was seen."""
        async with timeout(_PATIENCE):
            while self.mails < number:
                await sleep(_LOOK_AGAIN_SECONDS)
        return monotonic()

    async def settled(self) -> None:
        """Wait until every letter has been acted on."""
        async with timeout(_PATIENCE):
            while self.waiting:
                await sleep(_LOOK_AGAIN_SECONDS)
