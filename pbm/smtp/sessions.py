"""Everybody who is connected, and who may come in."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from pbm.base.logs import SPARING
from pbm.smtp.listener_limits import Limits
from pbm.smtp.session import BUSY, CLOSING, Session, peer_of

log = logging.getLogger(__name__)

_CROWDED = "421 4.7.0 Too many connections; please try again later"


class Sessions:
    """``weight``: how many bytes have come in of all letters that have no end yet."""

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
            log.warning("%s is cut off: time is up", session.peer, extra=SPARING)
            session.abort()


class Door(asyncio.Protocol):
    """Turns clients away, or makes sessions for them: one costs the time of many refusals."""

    def __init__(self, sessions: Sessions, open_session: Callable[[], Session]) -> None:
        self._sessions, self._open_session = sessions, open_session

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        wire = cast(asyncio.Transport, transport)
        refusal = self._sessions.refusal(peer_of(wire))
        if refusal is None:
            session = self._open_session()
            wire.set_protocol(session)
            session.connection_made(wire)
            return
        log.warning("%s turned away: %s", peer_of(wire), refusal, extra=SPARING)
        wire.write(f"{refusal}\r\n".encode())
        wire.close()
