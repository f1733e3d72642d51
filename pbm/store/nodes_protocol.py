"""Protocols of the store for several nodes: who delivers a mail, who leads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from pbm.core.bookkeeping import Node


class Nodes(Protocol):
    """The nodes that have served on this store."""

    def put(self, node: Node) -> None:
        """Store a node; it replaces the one with the same name."""

    def list(self) -> Sequence[Node]:
        """All nodes, by name."""

    def forget_key(self) -> None:
        """Forget the key of all nodes, because there is a new one."""


class Leases(Protocol):
    """Leases: which node delivers a queued mail, and until when no other node may."""

    def take(self, mail: int, node: str, now: datetime, until: datetime) -> bool:
        """Take or prolong the lease of a queued mail.

        Returns False, and changes nothing, if another node has it, or the mail is not queued.
        """

    def drop(self, mail: int) -> None: ...

    def release(self, node: str) -> None:
        """Drop all leases of a node."""

    def recipients(self, node: str, now: datetime) -> Collection[str]:
        """The recipients of the mails that other nodes deliver now."""

    def expired(self, now: datetime) -> int:
        """The number of leases that have expired."""


class Candidate(Protocol):
    """A node that wants to lead. Only one node leads at a time. No two nodes have the same name.

    A node loses the lead with its connection, or when it gives no sign of life for a while.

    Each method raises TemporaryFailure if the database cannot be reached.
    """

    def leads(self) -> bool:
        """Take the lead if nobody has it. Returns whether this node leads."""

    def wait(self, seconds: float) -> bool:
        """Give a sign of life, and wait until some node rings, or the time is over.

        Returns whether a node rang.
        """

    def close(self) -> None:
        """Leave. Somebody else may lead."""


@dataclass(frozen=True)
class Health:
    """The state of a database that several nodes share.

    version: the major one. synchronous: which standbys must confirm a commit, "" if none must.
    commit: what a commit waits for, as PostgreSQL names it. standbys: how many confirm commits now.
    behind_seconds: how far the slowest of them is behind. oldest_seconds: how long the oldest
    transaction has been open.
    """

    version: int
    synchronous: str
    commit: str
    standbys: int
    behind_seconds: float
    oldest_seconds: float


@runtime_checkable
class Shared(Protocol):
    """A store on which several nodes can serve, which not every engine supports."""

    def candidate(self, name: str) -> Candidate:
        """Take the name of a node, so that nobody else can have it.

        :raises NameInUseError: if a node that runs has this name
        :raises StoreBusyError: if the store is being upgraded or replaced
        :raises TemporaryFailure: if the database cannot be reached
        """

    def ring(self) -> None:
        """Tell all nodes that there are letters."""

    def now(self) -> datetime:
        """The time of the database, which is the same for all nodes."""

    def health(self) -> Health: ...
