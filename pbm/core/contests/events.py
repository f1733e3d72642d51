"""Events of contests: a chain for each contest, in which each event is hashed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from pbm.base.errors import DamagedError
from pbm.core.contests.happenings import ContestHappening, happening
from pbm.core.events import seal
from pbm.core.happening import UNREADABLE
from pbm.core.model import Cause


@dataclass(frozen=True)
class ContestDeed:
    """A happening with its moment, about to be recorded as an event."""

    what: ContestHappening
    at: datetime


class _Stored(NamedTuple):
    contest: int
    seq: int
    kind: str
    data: Mapping[str, Any]
    at: datetime
    cause: Cause
    previous: str
    hash: str


class ContestEvent(_Stored):
    """Something that happened in a contest; ``hash`` covers it and every event before it."""

    @classmethod
    def sealed(
        cls, contest: int, seq: int, previous: str, deed: ContestDeed, cause: Cause
    ) -> ContestEvent:
        what = deed.what
        event = cls(contest, seq, what.kind, what.data(), deed.at, cause, previous, hash="")
        return event._replace(hash=event.seal())

    @cached_property
    def what(self) -> ContestHappening:
        """The happening, read from ``data``.

        :raises DamagedError: if no version can have written this data for this kind of event
        """
        try:
            return happening(self.kind, self.data)
        except UNREADABLE as error:
            what = f"event {self.seq} of contest {self.contest} ({self.cause}) cannot be read"
            raise DamagedError(f"{what}: {error!r}", **self.cause._asdict()) from error

    def seal(self) -> str:
        """Return the SHA-256, in hex, of everything in the event but the hash itself."""
        # Named, so that no event of a board has the same content.
        return seal(f"contest {self.contest}", self)
