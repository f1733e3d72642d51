"""All connected clients, and the limits on connections and on buffered bytes."""

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
    """The network address of a client; SOCKET for a client of our Unix socket."""
    wire = transport.get_extra_info("socket")
    if wire is not None and wire.family == socket.AF_UNIX:
        return SOCKET
    # A client that has already disconnected has no name. It must not be mistaken for a pipe ("").
    name = transport.get_extra_info("peername")
    return str(name[0]) if name else "unknown"


class Connection(Protocol):
    """A session, as ``Sessions`` uses it.

    pending_bytes: the bytes received of an incomplete letter.
    is_keeping: whether a complete letter is being stored.
    """

    peer: str
    pending_bytes: int
    is_keeping: bool

    def hang_up(self, reply: str) -> None: ...

    def close_when_idle(self) -> None: ...

    def abort(self) -> None: ...


class Sessions:
    """All sessions. pending_bytes: the bytes received of all incomplete letters together."""

    def __init__(self, limits: ListenerLimits) -> None:
        self._limits = limits
        self._present: set[Connection] = set()
        self._per_peer: Counter[str] = Counter()
        self._empty = asyncio.Event()
        self._empty.set()
        self.closing = False
        self.pending_bytes = 0

    def refusal(self, peer: str) -> str | None:
        if self.closing:
            return CLOSING
        full = len(self._present) >= self._limits.connections
        return _CROWDED if full or self._has_too_many(peer) else None

    def _has_too_many(self, peer: str) -> bool:
        return self._per_peer[peer] >= self._limits.connections_per_peer

    def enter(self, session: Connection) -> None:
        self._present.add(session)
        self._per_peer[session.peer] += 1
        self._empty.clear()

    def leave(self, session: Connection) -> None:
        self._present.remove(session)
        self.pending_bytes -= session.pending_bytes
        self._per_peer[session.peer] -= 1
        if not self._per_peer[session.peer]:
            del self._per_peer[session.peer]
        if not self._present:
            self._empty.set()

    def make_room(self) -> None:
        """If too much is buffered, disconnect the client with the largest incomplete letter.

        Letters of people are small, so that this hits an attacker first.
        """
        if self.pending_bytes > self._limits.buffer_bytes:
            receiving = (session for session in self._present if not session.is_keeping)
            max(receiving, key=lambda session: session.pending_bytes).hang_up(BUSY)

    async def drain(self, grace: float) -> None:
        """Disconnect idle clients at once; let others finish a letter for ``grace`` seconds."""
        self.closing = True
        for session in list(self._present):
            session.close_when_idle()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), grace)
        for session in list(self._present):
            log.warning("%s disconnected: the server stops", session.peer, extra=THROTTLED)
            session.abort()
