"""Deeds and the events that they become: what happened, sealed with everything before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from pbm.base.errors import DamagedError
from pbm.core.happenings import UNREADABLE, Happening, happening
from pbm.core.model import Cause, EventKind

# Made once: ``json.dumps`` makes one for every text.
_SEALED = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Deed:
    """What is about to be recorded as an event, and when it happens."""

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
    """Something that happened on a board; ``hash`` seals it and everything before it.

    data: what happened, as it was sealed: no later version may write it differently.
    """

    @classmethod
    def sealed(cls, board: int, seq: int, previous: str, deed: Deed, cause: Cause) -> Event:
        what = deed.what
        event = cls(board, seq, what.kind, what.data(), deed.at, cause, previous, hash="")
        return event._replace(hash=event.seal())

    @cached_property
    def what(self) -> Happening:
        """:raises DamagedError: if the data is not what its kind of event keeps"""
        try:
            return happening(self.kind, self.data)
        except UNREADABLE as error:
            raise self._damaged(error) from error

    def seal(self) -> str:
        """SHA-256, in hex, over everything in the event but the hash itself."""
        content = [
            self.previous,
            self.board,
            self.seq,
            self.kind,
            self.data,
            self.at.isoformat(),
            self.cause.letter,
            self.cause.act,
        ]
        if self.cause.request is not None:
            content.append(self.cause.request)
        return hashlib.sha256(_SEALED.encode(content).encode()).hexdigest()

    def _damaged(self, error: Exception) -> DamagedError:
        cause = self.cause
        what = f"event {self.seq} of board {self.board} ({cause}) cannot be read: {error!r}"
        return DamagedError(what, board=self.board, seq=self.seq, **cause._asdict())
