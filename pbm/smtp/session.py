"""One client's connection: aiosmtpd's protocol in a harder shell."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from contextlib import suppress
from typing import Any, cast

from aiosmtpd.smtp import SMTP

from pbm.smtp.limits import Limits

log = logging.getLogger(__name__)

TRY_LATER = "451 4.3.0 Your letter could not be kept; please send it again later"
_CLOSING = "421 4.3.2 Shutting down; please send it again later"
_CROWDED = "421 4.7.0 Too many connections; please try again later"
_TOO_LARGE = "552 5.3.4 Message too large"
_TOO_MUCH = "421 4.7.0 Too much was sent without a letter"
_TOO_SLOW = "421 4.4.2 Too slow; please try again later"


class Sessions:
    """Everybody who is connected, and whether anybody else may come in."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._present: set[Session] = set()
        self._per_peer: Counter[str] = Counter()
        self._empty = asyncio.Event()
        self._empty.set()
        self.closing = False

    def refusal(self, peer: str) -> str | None:
        if self.closing:
            return _CLOSING
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
        self._per_peer[session.peer] -= 1
        if not self._per_peer[session.peer]:
            del self._per_peer[session.peer]
        if not self._present:
            self._empty.set()

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


class Session(SMTP):
    """aiosmtpd 1.4.6 bounds neither what a client sends nor how many clients there are.

    Bytes and lines are counted where they arrive, before anything buffers them, from the end of
    one letter to the end of the next.
    """

    def __init__(
        self,
        handler: object,
        sessions: Sessions,
        limits: Limits,
        hostname: str,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.line_length_limit = limits.line_bytes
        # aiosmtpd's own is one dictionary that all connections change.
        self.command_size_limits = defaultdict(lambda: self.command_size_limit)
        super().__init__(
            handler,
            data_size_limit=limits.message_bytes,
            hostname=hostname,
            ident="pbm",
            timeout=limits.command_seconds,
            command_call_limit=dict(limits.commands),
            loop=loop,
        )
        self.peer = ""
        self._sessions = sessions
        self._limits = limits
        self._letter_in_hand = False
        self._bytes = 0
        self._lines = 0

    @property
    def _wire(self) -> asyncio.Transport:
        return cast(asyncio.Transport, self.transport)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        wire = cast(asyncio.Transport, transport)
        self.peer = str((wire.get_extra_info("peername") or [""])[0])
        refusal = self._sessions.refusal(self.peer)
        if refusal is None:
            self._sessions.enter(self)
            super().connection_made(transport)
            return
        log.warning("%s turned away: %s", self.peer, refusal)
        wire.set_protocol(asyncio.Protocol())
        wire.write(f"{refusal}\r\n".encode())
        wire.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._sessions.leave(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._bytes += len(data)
        self._lines += data.count(b"\n")
        if self._is_overrun():
            self._hang_up(_TOO_LARGE if self._letter_in_hand else _TOO_MUCH)
        else:
            super().data_received(data)

    def _is_overrun(self) -> bool:
        most_bytes = self._limits.message_bytes * self._limits.overrun
        return self._bytes > most_bytes or self._lines > self._limits.lines

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self._letter_in_hand = True
        self._reset_timeout(self._limits.data_seconds)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._letter_in_hand = False
            self._bytes = self._lines = 0
        self._reset_timeout()
        if self._sessions.closing:
            self._hang_up(_CLOSING)

    def wait_for_keeping(self) -> None:
        """Stop the client's clock: it is our turn now."""
        self._reset_timeout(2 * self._limits.keep_seconds)

    def close_when_idle(self) -> None:
        if not self._letter_in_hand:
            self._hang_up(_CLOSING)

    def abort(self) -> None:
        if self.transport is not None:
            self._wire.abort()

    def _hang_up(self, reply: str) -> None:
        if self.transport is None:
            return
        log.info("%s disconnected: %s", self.peer, reply)
        if not self._wire.is_closing():
            self._wire.write(f"{reply}\r\n".encode())
        # close() waits for ever for a client that does not read what it is told.
        if self._wire.get_write_buffer_size():
            self._wire.abort()
        else:
            self._wire.close()

    def _timeout_cb(self) -> None:
        self._hang_up(_TOO_SLOW)

    async def handle_exception(self, error: Exception) -> str:
        """Neutral words: aiosmtpd's are a permanent 500 that quotes the exception."""
        log.error("%s: a letter could not be handled", self.peer, exc_info=error)
        return TRY_LATER

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """aiosmtpd's own, which leaves some malformed addresses to an IndexError."""
        try:
            address: tuple[str | None, str | None] = super()._getaddr(arg)
        except IndexError:
            return None, None
        return address

    async def smtp_VRFY(self, _arg: Any) -> None:  # noqa: N802
        await self.push("252 2.5.2 Send some mail and see")
