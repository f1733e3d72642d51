"""Protocols of the store and its transaction; users know no engine.

Everything happens in a ``Transaction``. It commits when the ``with`` block ends, and rolls back
when an exception leaves the block.

Numbers are never reused. The rows that one transaction adds are numbered in order. The numbers of
letters and mails may have gaps, and a later transaction may get lower ones than an earlier one. The
numbers of boards, acts, contests and whatever else people see have no gaps, even after a rollback.

Lists have the order that their method documents. Mappings have none and are sorted for display.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Protocol, cast, runtime_checkable

from pbm.store.bookkeeping_protocol import (
    Acts,
    Counters,
    Departures,
    Marks,
    Moments,
    Quotas,
    Removals,
    Requests,
)
from pbm.store.contest_protocol import Contests
from pbm.store.mail_protocol import FetchedMessages, Letters, Outbox, Tokens, WithheldLetters
from pbm.store.matches_protocol import Matches, Ratings
from pbm.store.nodes_protocol import Leases, Nodes
from pbm.store.play_protocol import Feed, Queues, Seeks, UnheardEvents
from pbm.store.players_protocol import Choices, Players, Vacations
from pbm.store.study_protocol import Analyses, Puzzles


class Transaction(Protocol):
    @property
    def letters(self) -> Letters: ...

    @property
    def fetched(self) -> FetchedMessages: ...

    @property
    def players(self) -> Players: ...

    @property
    def matches(self) -> Matches: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def tokens(self) -> Tokens: ...

    @property
    def acts(self) -> Acts: ...

    @property
    def requests(self) -> Requests: ...

    @property
    def marks(self) -> Marks: ...

    @property
    def moments(self) -> Moments: ...

    @property
    def counters(self) -> Counters: ...

    @property
    def withheld(self) -> WithheldLetters: ...

    @property
    def quotas(self) -> Quotas: ...

    @property
    def departures(self) -> Departures: ...

    @property
    def vacations(self) -> Vacations: ...

    @property
    def blocks(self) -> Choices:
        """The players whom a player has blocked."""

    @property
    def subscriptions(self) -> Choices:
        """The boards that a player watches without playing there."""

    @property
    def watched_contests(self) -> Choices:
        """The contests that a player watches."""

    @property
    def contests(self) -> Contests: ...

    @property
    def ratings(self) -> Ratings: ...

    @property
    def queues(self) -> Queues: ...

    @property
    def seeks(self) -> Seeks: ...

    @property
    def unheard(self) -> UnheardEvents: ...

    @property
    def feed(self) -> Feed: ...

    @property
    def analyses(self) -> Analyses: ...

    @property
    def puzzles(self) -> Puzzles: ...

    @property
    def nodes(self) -> Nodes: ...

    @property
    def leases(self) -> Leases: ...

    @property
    def removals(self) -> Removals | None:
        """The gaps that deleted rows have left in the numbers.

        None if the engine cannot tell. Gaps in numbers with sequences are left out: those may come
        from a rollback, without a deleted row.
        """

    def savepoint(self) -> AbstractContextManager[None]:
        """A block that is rolled back, without the rest of the transaction, if it raises."""


class Store(Protocol):
    """An open store. ``pbm.store.administration`` has the operations on a whole store."""

    def transaction(
        self, *, acting: bool = True, lasting: bool = True
    ) -> AbstractContextManager[Transaction]:
        """Read one consistent state, and write. Concurrent writers wait, or get a conflict.

        acting: whether the transaction decides by what it reads, so that others that do must wait.
            If False, an engine may let several nodes write at once: each adds rows, or compares and
            sets one.
        lasting: whether a power cut must not undo it. If False, an engine need not wait for the
            disk. The end of the process never undoes it; a power cut does not either, once a later,
            lasting transaction was committed.

        :raises ConflictError: if another transaction has changed what this one compared
        :raises StoreBusyError: if another process keeps the store locked for too long
        """

    def beside(self) -> AbstractContextManager[Transaction]:
        """Act on claimed letters concurrently with other nodes, if the engine can.

        The boards, rate limits and rating lists by which the transaction decides are locked. A
        statement that needs more raises ConflictError, and the letter is acted on in an ordinary
        transaction.

        :raises ConflictError, StoreBusyError: as ``transaction`` does
        """

    def reading(self) -> AbstractContextManager[Transaction]:
        """Read one consistent state without blocking writers."""

    def use_key(self, key: bytes) -> None:
        """Encrypt letters with this key until they are acted on, if the engine does that.

        Without a key, encrypted letters are read as they are stored.
        """

    def close(self) -> None: ...


@runtime_checkable
class Caching(Protocol):
    """A store that caches a part of the database in this process; not every engine does."""

    def keep_in_memory(self) -> None:
        """Cache more, for a process that acts on boards all the time."""


@runtime_checkable
class Contended(Protocol):
    """A store that knows whether somebody waits to write; not every engine does."""

    def has_waiters(self) -> bool:
        """Whether any thread or process waits to write."""


def has_waiters(store: Store) -> bool:
    """Whether somebody is known to wait to write: a hint to give up a long transaction early."""
    return _is_contended(type(store)) and cast(Contended, store).has_waiters()


@cache
def _is_contended(kind: type[Store]) -> bool:
    # Cached: for a protocol, ``issubclass`` looks for every method: 5 us, twice for each letter.
    return issubclass(kind, Contended)
