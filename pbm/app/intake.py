"""The letters that a worker acts on: all, or those that it claims."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice, zip_longest
from typing import NamedTuple, Protocol

from pbm.store.protocol import Store, Transaction, has_waiters

# Limits of one transaction: letters, and seconds. After a crash a thousand letters may wait; small
# transactions keep what was done if there is another crash.
MOST_TOGETHER, LONGEST_SECONDS = 32, 0.05

LONGEST_ON_NODES_SECONDS = 0.2
"""``LONGEST_SECONDS`` for a node, which keeps letters meanwhile and waits for a standby at each
commit."""

MOST_CLAIMED = 16
"""The most letters that one of several nodes claims at once. Fewer than ``MOST_TOGETHER``: other
nodes wait for the boards of a whole transaction."""


class Batch(NamedTuple):
    """A transaction, and the letters to act on in it."""

    tx: Transaction
    letters: Iterator[int]


class Intake(Protocol):
    def batch(self) -> AbstractContextManager[Batch]:
        """A transaction, which commits at the end of the block."""

    def is_empty(self) -> bool:
        """Whether the last batch that was begun found no more letters."""


class InOrder:
    """All letters that wait now, the oldest first. Nobody else acts on them.

    is_shared: whether letters are kept beside the transaction that acts.
    """

    def __init__(self, store: Store, *, is_shared: bool = False) -> None:
        self._store, self._is_shared = store, is_shared
        with store.reading() as tx:
            self._waiting = deque(tx.letters.waiting())

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        with self._store.transaction() as tx:
            yield Batch(tx, self._first(tx))

    def _first(self, tx: Transaction) -> Iterator[int]:
        """Yield at least one letter, until the transaction is full or others wait to write."""
        longest = LONGEST_ON_NODES_SECONDS if self._is_shared else LONGEST_SECONDS
        end = time.monotonic() + longest
        for _ in range(MOST_TOGETHER):
            for each in islice(self._waiting, 1, 2):
                tx.letters.foresee(each)
            yield self._waiting.popleft()
            if not self._waiting or time.monotonic() > end or has_waiters(self._store):
                return

    def is_empty(self) -> bool:
        return not self._waiting


class Claims:
    """Letters that several nodes act on, the oldest of each sender first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # A letter that cannot be settled now still waits and is claimed again, but tried only once.
        self._tried: set[int] = set()
        self._empty = False

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        with self._store.beside() as tx:
            claimed = [each for each in tx.letters.claim(MOST_CLAIMED) if each not in self._tried]
            self._tried.update(claimed)
            self._empty = not claimed
            yield Batch(tx, _each(tx, claimed))

    def is_empty(self) -> bool:
        return self._empty


def _each(tx: Transaction, letters: Sequence[int]) -> Iterator[int]:
    """Yield each letter, and announce the next one to the store."""
    for each, following in zip_longest(letters, letters[1:]):
        if following is not None:
            tx.letters.foresee(following)
        yield each
