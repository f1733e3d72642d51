"""A store whose changes are undone: one transaction around all of its own is rolled back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from pbm.store.identity_map import MappedStore
from pbm.store.protocol import Store, Transaction


class _Over(Exception):
    """Rolls the transaction back."""


class _Rehearsal:
    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def rows(self, sql: str) -> list[Sequence[Any]]:
        db = vars(self._tx.players)["_db"]
        return [tuple(row) for row in db.execute(sql)]

    @contextmanager
    def transaction(self, *, acting: bool = True, lasting: bool = True) -> Iterator[Transaction]:
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


def rehearsed_rows(store: Store, statements: Sequence[str]) -> list[list[Sequence[Any]]] | None:
    """The rows that each statement finds in a store that is rehearsed; None in any other.

    Another connection does not see them, as nothing of a rehearsal is committed.
    """
    engine = store.engine if isinstance(store, MappedStore) else None
    return [*map(engine.rows, statements)] if isinstance(engine, _Rehearsal) else None


@contextmanager
def rehearsal(store: Store) -> Iterator[Store]:
    """A store with the content of ``store``. At the end, neither has changed."""
    assert isinstance(store, MappedStore)
    with suppress(_Over), store.engine.transaction() as tx:
        yield MappedStore(_Rehearsal(tx))
        raise _Over
