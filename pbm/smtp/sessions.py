"""All connected clients, and the limits on connections and on buffered bytes."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from contextlib import suppress
from typing import Protocol

from pbm.base.logs import THROTTLED
from pbm.mail.peers import SOCKET, Peers, client_network
from pbm.smtp.listener_limits import ListenerLimits

log = logging.getLogger(__name__)

CLOSING = "421 4.3.2 Shutting down; please send it again later"
BUSY = "421 4.3.1 Too many letters at once; please send yours again later"
_CROWDED = "421 4.7.0 Too many connections; please try again later"

SHORTEST_IDLE = 10.0
"""Seconds for which a client may keep its place without a letter when every place is taken."""

_NOBODY = Peers()


def network_of(peer: str) -> str:
    """The network of a client, which its owner can fill with clients; the peer if it has none."""
    return client_network("", peer, _NOBODY) or peer


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
    is_keeping: whether a complete letter is being stored. is_receiving: whether a letter comes in.
    last_letter: when its last letter came, or the client itself, by the clock of the loop.
    """

    peer: str
    pending_bytes: int
    is_keeping: bool
    is_receiving: bool
    last_letter: float

    def hang_up(self, reply: str) -> None: ...

    def close_when_idle(self) -> None: ...

    def abort(self) -> None: ...


class Sessions:
    """All sessions. pending_bytes: the bytes received of all incomplete letters together.

    trusted: front servers, which bring the letters of many people. They are not counted by network,
        and keep their places.
    """

    def __init__(self, limits: ListenerLimits, trusted: Peers = _NOBODY) -> None:
        self._limits, self._trusted = limits, trusted
        self._present: set[Connection] = set()
        self._per_peer: Counter[str] = Counter()
        self._per_network: Counter[str] = Counter()
        self._empty = asyncio.Event()
        self._empty.set()
        self.closing = False
        self.pending_bytes = 0

    def admit(self, peer: str, now: float) -> str | None:
        """Make room for a client. Returns the reply that refuses it, None if it may enter."""
        if self.closing:
            return CLOSING
        if self._has_too_many(peer):
            return _CROWDED
        if len(self._present) < self._limits.connections:
            return None
        yielding = self._yielding(peer, now)
        if yielding is None:
            return _CROWDED
        yielding.hang_up(_CROWDED)
        self.leave(yielding)
        return None

    def _has_too_many(self, peer: str) -> bool:
        most = self._limits.connections_per_peer
        of_network = 0 if peer in self._trusted else self._per_network[network_of(peer)]
        return max(self._per_peer[peer], of_network) >= most

    def _yielding(self, peer: str, now: float) -> Connection | None:
        """The client that gives its place to a new one, None if none has to.

        It is one that has sent no letter for long, or one of the network with the most clients, if
        that has more than the newcomer's will have.
        """
        waiting = [each for each in self._present if not each.is_keeping and not self._stays(each)]
        idle = [each for each in waiting if not each.is_receiving]
        slow = [each for each in idle if now - each.last_letter > SHORTEST_IDLE]
        if slow:
            return min(slow, key=lambda each: each.last_letter)
        share = 1 if peer in self._trusted else self._per_network[network_of(peer)] + 1
        greedy = [each for each in waiting if self._share_of(each) > share]
        return max(greedy, key=self._surplus) if greedy else None

    def _surplus(self, session: Connection) -> tuple[int, bool, float]:
        return self._share_of(session), not session.is_receiving, -session.last_letter

    def _stays(self, session: Connection) -> bool:
        return session.peer in self._trusted

    def _share_of(self, session: Connection) -> int:
        return self._per_network[network_of(session.peer)]

    def enter(self, session: Connection) -> None:
        self._present.add(session)
        self._per_peer[session.peer] += 1
        self._per_network[network_of(session.peer)] += 1
        self._empty.clear()

    def leave(self, session: Connection) -> None:
        """Forget a session; one that was forgotten already is left alone."""
        if session not in self._present:
            return
        self._present.remove(session)
        self.pending_bytes -= session.pending_bytes
        session.pending_bytes = 0
        for counter, of in (
            (self._per_peer, session.peer),
            (self._per_network, network_of(session.peer)),
        ):
            counter[of] -= 1
            if not counter[of]:
                del counter[of]
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
            async with asyncio.timeout(grace):
                await self._empty.wait()
        for session in list(self._present):
            log.warning("%s disconnected: the server stops", session.peer, extra=THROTTLED)
            session.abort()
