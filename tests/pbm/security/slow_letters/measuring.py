"""Measures a letter, in total and while it holds the write lock: its CPU time, or its calls."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType
from typing import Any, NamedTuple

from pbm.store.protocol import Transaction
from tests.pbm.security.slow_letters.making import LARGEST, Slow
from tests.pbm.town import SERVER, Town


class Cost(NamedTuple):
    """CPU seconds, or calls. total: for the letter. held: for its longest transaction."""

    total: float
    held: float


class Calls:
    """Counts calls of functions, of Python and of C. Other work on the machine does not change
    their number, unlike CPU time."""

    def __init__(self) -> None:
        self._made = 0

    def made(self) -> int:
        return self._made

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the calls of this thread."""
        sys.setprofile(self._count)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, arg: Any) -> None:
        self._made += event in ("call", "c_call")


@contextmanager
def _other_objects_frozen() -> Iterator[None]:
    """Keep the garbage collector from the objects of thousands of other tests in this process.

    Going through these objects takes longer than a letter.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


class Scales:
    """A town in which letters are measured.

    used: returns what has been used so far, by default the CPU time.
    """

    def __init__(self, town: Town, used: Callable[[], float] = process_time) -> None:
        self._town, self._used = town, used
        self._number = 0
        self._held: list[float] = []
        self._begin = town.app.store.transaction
        town.app.store.transaction = self._timed  # type: ignore[method-assign]

    @contextmanager
    def _timed(self, *, acting: bool = True, lasting: bool = True) -> Iterator[Transaction]:
        with self._begin(acting=acting, lasting=lasting) as tx:
            start = self._used()
            try:
                yield tx
            finally:
                self._held.append(self._used() - start)

    def weigh(self, slow: Slow, author: str, to: str = SERVER, size: int = LARGEST) -> Cost:
        """Send the letter and have it acted on."""
        self._number += 1
        number = self._town.keep(author, slow.raw(author, self._number, size), to)
        self._held.clear()
        with _other_objects_frozen():
            start = self._used()
            self._town.app.handle_now(number)
            total = self._used() - start
        # Time passes, so that no rate limit affects the next letter.
        self._town.later(days=2)
        return Cost(total, max(self._held))
