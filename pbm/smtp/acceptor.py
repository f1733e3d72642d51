"""Accepts connections: a session for each client, or a refusal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import cast

from pbm.base.logs import THROTTLED
from pbm.smtp.session import Session
from pbm.smtp.sessions import Sessions, peer_of

log = logging.getLogger(__name__)


class Acceptor(asyncio.Protocol):
    """Refuses clients before a session is made: a session costs as much as many refusals."""

    def __init__(self, sessions: Sessions, open_session: Callable[[], Session]) -> None:
        self._sessions, self._open_session = sessions, open_session

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        wire = cast(asyncio.Transport, transport)
        now = asyncio.get_running_loop().time()
        refusal = self._sessions.admit(peer_of(wire), now)
        if refusal is None:
            session = self._open_session()
            wire.set_protocol(session)
            session.connection_made(wire)
            return
        log.warning("connection from %s refused: %s", peer_of(wire), refusal, extra=THROTTLED)
        wire.write(f"{refusal}\r\n".encode())
        wire.close()
