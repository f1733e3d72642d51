"""Everybody who is connected, and whether anybody else may come in."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

from pbm.smtp.limits import Limits
from pbm.smtp.session import BUSY, CLOSING, Session

log = logging.getLogger(__name__)

_CROWDED = "421 4.7.0 Too many connections; please try again later"


class Sessions:
    """``weight``: the bytes of memory that everything takes that is coming in."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._present: set[Session] = set()
        self._per_peer: Counter[str] = Counter()
        self._empty = asyncio.Event()
        self._empty.set()
        self.closing = False
        self.weight = 0

    def refusal(self, peer: str) -> str | None:
        if self.closing:
            return CLOSING
        full = len(self._present) >= self._limits.connections
        return _CROWDED if full or self._crowd(peer) else None

    def _crowd(self, peer: str) -> bool:
        return self._per_peer[peer] >= self._limits.connections_per_peer

    def enter(self, session: Session) -> None:
        self._present.add(session)
        self._per_peer[session.peer] += 1
        self._empty.clear()

    def leave(self, session: Session) -> None:
        self._present.remove(session)
        self.weight -= session.weight
        self._per_peer[session.peer] -= 1
        if not self._per_peer[session.peer]:
            del self._per_peer[session.peer]
        if not self._present:
            self._empty.set()

    def make_room(self) -> None:
        """Send the greediest away where all together take too much: letters of people are small."""
        if self.weight > self._limits.buffer_bytes:
            coming_in = (session for session in self._present if not session.is_kept)
            max(coming_in, key=lambda session: session.weight).hang_up(BUSY)

    async def drain(self, grace: float) -> None:
        """Send the idle away at once, and whoever has a letter in hand after ``grace`` seconds."""
        self.closing = True
        for session in list(self._present):
            session.close_when_idle()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), grace)
        for session in list(self._present):
            log.warning("%s is cut off: time is up", session.peer)
            session.abort()
