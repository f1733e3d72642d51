"""Protocols of the store for acts, requests, limits, times and departures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from pbm.core.bookkeeping import Act, DoorRequest
from pbm.core.marks import Mark, MarkKind


class Acts(Protocol):
    """Actions of the operator, and of the server itself."""

    def add(
        self, command: str, why: str, facts: Mapping[str, Any], at: datetime, who: str = ""
    ) -> Act:
        """who: the person who typed the command; "" for actions of the server."""

    def get(self, act: int) -> Act | None: ...

    def count(self) -> int: ...

    def list(self, limit: int = 100) -> Sequence[Act]:
        """The newest acts, newest first."""

    def naming(self, text: str) -> Sequence[Act]:
        """The acts whose command or reason contains the text, ignoring case."""

    def reword(self, act: int, command: str, why: str) -> None:
        """Replace the command and the reason of an act."""


class Requests(Protocol):
    """Requests that came through another front door than mail."""

    def add(self, door: str, player: int, what: str, at: datetime) -> DoorRequest: ...

    def get(self, request: int) -> DoorRequest | None: ...


class Marks(Protocol):
    """Times at which something happened, counted for rate limits such as five wrong passwords
    per hour."""

    def add(self, mark: Mark, at: datetime) -> None: ...

    def take(self, mark: Mark, at: datetime, since: datetime, most: int, *, times: int = 1) -> bool:
        """Count one use, or ``times`` uses, unless that makes more than ``most`` after ``since``.

        Returns False, and counts nothing, if the limit would be exceeded.
        """

    def count(self, mark: Mark, since: datetime) -> int: ...

    def times(self, mark: Mark, since: datetime) -> Sequence[datetime]:
        """The times of the uses counted after ``since``, oldest first."""

    def about(self, names: Sequence[str]) -> Mapping[Mark, int]:
        """The counts of personal marks about one of these names (``Mark.whose``)."""

    def erase(self, names: Sequence[str], until: datetime | None = None) -> None:
        """Delete the personal marks about these names, up to ``until`` if that is given."""

    def forget(self, before: datetime) -> None:
        """Delete all marks older than ``before``."""


class Moments(Protocol):
    """The last times at which something was done."""

    def get(self, mark: Mark) -> datetime | None: ...

    def set(self, mark: Mark, at: datetime) -> None: ...

    def move(self, mark: Mark, at: datetime, was: datetime | None) -> None:
        """Compare and set. was: the expected current value, None to expect none.

        :raises ConflictError: if the current value is not ``was``
        """

    def take(self, mark: Mark, was: datetime) -> bool:
        """Delete a moment. Returns False, and changes nothing, if the moment is not ``was``."""

    def drop(self, mark: Mark) -> None: ...

    def of(self, kind: MarkKind) -> Mapping[Mark, datetime]:
        """All moments of one kind."""

    def about(self, names: Sequence[str]) -> Mapping[Mark, datetime]:
        """The personal moments about one of these names (``Mark.whose``)."""

    def erase(self, names: Sequence[str]) -> None:
        """Delete the personal moments about these names."""


class Counters(Protocol):
    """Named counters that only grow."""

    def get(self, name: str) -> int: ...

    def add(self, name: str) -> None:
        """Increment a counter."""


class Quotas(Protocol):
    """Bytes stored per day, by the name of a quota."""

    def take(self, name: str, day: date, size: int, most: int) -> bool:
        """Count ``size`` bytes. Returns False, and counts nothing, if the day's total would exceed
        ``most``.
        """

    def forget(self, before: date) -> None:
        """Delete all days before ``before``."""


class Departures(Protocol):
    """Addresses whose owner has left for good, until all traces of them are erased."""

    def add(self, address: str, at: datetime) -> None: ...

    def list(self) -> Mapping[str, datetime]:
        """The addresses, and when the owner of each has left."""

    def drop(self, address: str) -> None: ...


Gaps = Sequence[tuple[int, int]]
"""The first and last number of each gap."""


class Removals(Protocol):
    """The numbers of deleted rows."""

    def letters(self) -> Gaps: ...

    def acts(self) -> Gaps: ...

    def boards(self) -> Gaps: ...
