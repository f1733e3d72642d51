"""Measures a letter: its CPU time, and the longest time that it held the write lock."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import NamedTuple

from pbm.store.protocol import Transaction
from tests.pbm.security.slow_letters.making import LARGEST, Slow
from tests.pbm.town import SERVER, Town


class Cost(NamedTuple):
    """CPU seconds. total: for the letter. held: for its longest transaction."""

    total: float
    held: float


@contextmanager
def _other_objects_frozen() -> Iterator[None]:
    """Keep the garbage collector from the objects of thousands of other tests in this process:
    searching them takes longer than a letter."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


class Scales:
    """A town in which letters are measured."""

    def __init__(self, town: Town) -> None:
        self._town = town
        self._number = 0
        self._held: list[float] = []
        self._begin = town.app.store.transaction
        town.app.store.transaction = self._timed  # type: ignore[method-assign]

    @contextmanager
    def _timed(self, *, acting: bool = True) -> Iterator[Transaction]:
        with self._begin(acting=acting) as tx:
            start = process_time()
            try:
                yield tx
            finally:
                self._held.append(process_time() - start)

    def weigh(self, slow: Slow, author: str, to: str = SERVER, size: int = LARGEST) -> Cost:
        """Send the letter and have it acted on."""
        self._number += 1
        number = self._town.keep(author, slow.raw(author, self._number, size), to)
        self._held.clear()
        with _other_objects_frozen():
            start = process_time()
            self._town.app.handle_now(number)
            total = process_time() - start
        # Time passes, so that no rate limit affects the next letter.
        self._town.later(days=2)
        return Cost(total, max(self._held))
