"""Deeds, and the events that they become: a chain of hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from pbm.base.errors import DamagedError
from pbm.base.values import cached_property
from pbm.core.happening import UNREADABLE, Happening
from pbm.core.happenings import happening
from pbm.core.model import Cause, EventKind

# Shared, because ``json.dumps`` makes a new encoder at each call.
_SEALED = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Link(Protocol):
    """An event in a chain, on a board or in a contest."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...
    @property
    def at(self) -> datetime: ...
    @property
    def cause(self) -> Cause: ...
    @property
    def previous(self) -> str: ...


def seal(subject: int | str, link: Link) -> str:
    """Return the SHA-256, in hex, of an event in a chain. subject: what the chain is about."""
    cause = link.cause
    at = link.at.isoformat()
    content = [link.previous, subject, link.seq, link.kind, link.data, at, cause.letter, cause.act]
    if cause.request is not None:
        content.append(cause.request)
    return hashlib.sha256(_SEALED.encode(content).encode()).hexdigest()


@dataclass(frozen=True)
class Deed:
    """A happening with its moment, about to be recorded as an event."""

    what: Happening
    at: datetime


class _Stored(NamedTuple):
    board: int
    seq: int
    kind: EventKind
    data: Mapping[str, Any]
    at: datetime
    cause: Cause
    previous: str
    hash: str


class Event(_Stored):
    """Something that happened on a board; ``hash`` covers it and every event before it.

    data: what happened, as JSON. This very text is hashed, so a later version must not rewrite it.
    """

    @classmethod
    def sealed(cls, board: int, seq: int, previous: str, deed: Deed, cause: Cause) -> Event:
        what = deed.what
        event = cls(board, seq, what.kind, what.data(), deed.at, cause, previous, hash="")
        return event._replace(hash=event.seal())

    @cached_property
    def what(self) -> Happening:
        """The happening, read from ``data``.

        :raises DamagedError: if no version can have written this data for this kind of event
        """
        try:
            return happening(self.kind, self.data)
        except UNREADABLE as error:
            raise self._damaged(error) from error

    def seal(self) -> str:
        """Return the SHA-256, in hex, of everything in the event but the hash itself."""
        return seal(self.board, self)

    def _damaged(self, error: Exception) -> DamagedError:
        cause = self.cause
        what = f"event {self.seq} of board {self.board} ({cause}) cannot be read: {error!r}"
        return DamagedError(what, board=self.board, seq=self.seq, **cause._asdict())
