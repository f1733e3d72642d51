"""One client's connection: aiosmtpd's protocol in a harder shell."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any, cast

from aiosmtpd.smtp import SMTP

from pbm.smtp.limits import Limits

if TYPE_CHECKING:
    from pbm.smtp.sessions import Sessions

log = logging.getLogger(__name__)

TRY_LATER = "451 4.3.0 Your letter could not be kept; please send it again later"
CLOSING = "421 4.3.2 Shutting down; please send it again later"
BUSY = "421 4.3.1 Too many letters at once; please send yours again later"
_TOO_LARGE = "552 5.3.4 Message too large"
_TOO_MUCH = "421 4.7.0 Too much was sent without a letter"
_TOO_SLOW = "421 4.4.2 Too slow; please try again later"

# What aiosmtpd keeps a line in takes so many bytes besides it, for an empty one too.
_LINE_COST = 100


class Session(SMTP):
    """aiosmtpd 1.4.6 bounds neither what a client sends nor how many clients there are.

    Bytes and lines are counted where they arrive, before anything buffers them, from the end of
    one letter to the end of the next.

    is_kept: whether a whole letter is being kept. Nothing more is read meanwhile.
    """

    def __init__(
        self,
        handler: object,
        sessions: Sessions,
        limits: Limits,
        hostname: str,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        # A line may be as long as a letter, and one of too large a letter is read to its end: it
        # is answered 552, where aiosmtpd would say 500.
        self.line_length_limit = limits.message_bytes * limits.overrun
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
        self.is_kept = False
        self._sessions = sessions
        self._limits = limits
        self._letter_in_hand = False
        self._letter_due = loop.time() + limits.letter_seconds
        self._bytes = 0
        self._lines = 0

    @property
    def weight(self) -> int:
        """The bytes of memory that is taken by what has come in."""
        return self._bytes + _LINE_COST * self._lines

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
        self._count(self._bytes + len(data), self._lines + data.count(b"\n"))
        if self._is_overrun():
            self.hang_up(_TOO_LARGE if self._letter_in_hand else _TOO_MUCH)
        else:
            super().data_received(data)
            self._sessions.make_room()

    def _count(self, size: int, lines: int) -> None:
        before = self.weight
        self._bytes, self._lines = size, lines
        self._sessions.weight += self.weight - before

    def _is_overrun(self) -> bool:
        most_bytes = self._limits.message_bytes * self._limits.overrun
        return self._bytes > most_bytes or self._lines > self._limits.message_lines

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self._letter_in_hand = True
        self._reset_timeout(self._limits.data_seconds)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._letter_in_hand = False
            self._go_on()
        self._reset_timeout()
        if self._sessions.closing:
            self.hang_up(CLOSING)

    def wait_for_keeping(self) -> None:
        """Stop the client's clock: it is our turn now."""
        self.is_kept = True
        self._wire.pause_reading()
        self._letter_due = self.loop.time() + self._limits.letter_seconds
        self._reset_timeout(2 * self._limits.keep_seconds)

    def _go_on(self) -> None:
        """Read on after a letter: what came behind it, before it was read, belongs to the next."""
        # A StreamReader has no other way to tell; aiosmtpd, too, reaches for it.
        unread: bytearray = self._reader._buffer  # type: ignore[attr-defined]
        self._count(len(unread), unread.count(b"\n"))
        if self.is_kept and self.transport is not None:
            self._wire.resume_reading()
        self.is_kept = False

    def _reset_timeout(self, duration: float | None = None) -> None:
        """aiosmtpd's own, but no later than a letter is due: commands are no end in themselves."""
        left = self._letter_due - self.loop.time()
        super()._reset_timeout(min(duration or self._timeout_duration, max(left, 0.001)))

    def close_when_idle(self) -> None:
        if not self._letter_in_hand:
            self.hang_up(CLOSING)

    def abort(self) -> None:
        if self.transport is not None:
            self._wire.abort()

    def hang_up(self, reply: str) -> None:
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
        self.hang_up(_TOO_SLOW)

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
