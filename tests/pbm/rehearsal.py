"""A store whose changes are undone: one transaction around all of its own is rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

from pbm.store.identity_map import MappedStore
from pbm.store.protocol import Store, Transaction


class _Over(Exception):
    """Rolls the transaction back."""


class _Rehearsal:
    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    @contextmanager
    def transaction(self, *, acting: bool = True) -> Iterator[Transaction]:
        with self._tx.savepoint():
            yield self._tx

    def beside(self) -> AbstractContextManager[Transaction]:
        return self.transaction()

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        yield self._tx

    def use_key(self, key: bytes) -> None:
        """Do nothing: the store has its key."""

    def close(self) -> None:
        """Do nothing: the transaction ends with the rehearsal."""


@contextmanager
def rehearsal(store: Store) -> Iterator[Store]:
    """A store with the content of ``store``. At the end, neither has changed."""
    assert isinstance(store, MappedStore)
    with suppress(_Over), store.engine.transaction() as tx:
        yield MappedStore(_Rehearsal(tx))
        raise _Over
