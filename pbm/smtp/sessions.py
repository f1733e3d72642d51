"""Everybody who is connected, and who may come in."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from contextlib import suppress
from typing import Protocol

from pbm.base.logs import THROTTLED
from pbm.mail.peers import SOCKET
from pbm.smtp.listener_limits import ListenerLimits

log = logging.getLogger(__name__)

CLOSING = "421 4.3.2 Shutting down; please send it again later"
BUSY = "421 4.3.1 Too many letters at once; please send yours again later"
_CROWDED = "421 4.7.0 Too many connections; please try again later"


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The network address of a client; SOCKET for one of our own socket."""
    wire = transport.get_extra_info("socket")
    if wire is not None and wire.family == socket.AF_UNIX:
        return SOCKET
    # A client that is gone already has no name any more, and must not pass for a pipe.
    name = transport.get_extra_info("peername")
    return str(name[0]) if name else "unknown"


class Connected(Protocol):
    """What is asked of somebody's session.

    weight: the bytes that have come in of a letter that has no end yet.
    is_kept: whether a whole letter is being kept.
    """

    peer: str
    weight: int
    is_kept: bool

    def hang_up(self, reply: str) -> None: ...

    def close_when_idle(self) -> None: ...

    def abort(self) -> None: ...


class Sessions:
    """``weight``: how many bytes have come in of all letters that have no end yet."""

    def __init__(self, limits: ListenerLimits) -> None:
        self._limits = limits
        self._present: set[Connected] = set()
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

    def enter(self, session: Connected) -> None:
        self._present.add(session)
        self._per_peer[session.peer] += 1
        self._empty.clear()

    def leave(self, session: Connected) -> None:
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
        """Send the idle away at once, and those with a letter in hand after ``grace`` seconds."""
        self.closing = True
        for session in list(self._present):
            session.close_when_idle()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), grace)
        for session in list(self._present):
            log.warning("%s is cut off: time is up", session.peer, extra=THROTTLED)
            session.abort()
