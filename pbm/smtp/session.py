"""The SMTP session of one client: aiosmtpd's, with limits on what may be sent."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from typing import Any, cast

from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as Transaction

from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.sessions import CLOSING, Sessions, peer_of

log = logging.getLogger(__name__)

TRY_LATER = "451 4.3.0 Your letter could not be kept; please send it again later"
_TOO_LARGE = "552 5.3.4 Message too large"
_TOO_MUCH = "421 4.7.0 Too much was sent without a letter"
_TOO_SLOW = "421 4.4.2 Too slow; please try again later"
_GO_ON = "354 End data with <CR><LF>.<CR><LF>"
_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_USUAL = re.compile(
    rf"<(?P<address>{_ATOM}(?:\.{_ATOM})*@{_ATOM}(?:\.{_ATOM})*)>(?: +(?P<rest>\w.*))?", re.ASCII
)
_END = b"\r\n.\r\n"
# The most bytes of one recv. asyncio asks for 256 KiB, for which malloc maps memory and unmaps it
# again: three system calls for each of the five lines that a client sends with a letter.
_READ_BYTES = 64 * 1024
_SOON = 0.001
_STUFFED = re.compile(rb"\r\n\.")


class Session(SMTP):
    """The protocol of one connection. aiosmtpd 1.4.6 limits neither input nor connections.

    Bytes and lines are counted on arrival, before anything buffers them, from the end of one
    letter to the end of the next.

    pending_bytes: the bytes counted so far.
    is_keeping: whether a complete letter is being stored. Reading is paused meanwhile.
    is_receiving: whether a letter comes in. last_letter: when the last one was complete.
    """

    def __init__(
        self,
        handler: object,
        sessions: Sessions,
        limits: ListenerLimits,
        hostname: str,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        # The most bytes that may be buffered; a client that sends more is disconnected.
        self.line_length_limit = limits.message_bytes * limits.overrun
        # aiosmtpd shares one dictionary between all connections, and changes it.
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
        self.is_keeping = False
        self._sessions = sessions
        self._limits = limits
        self.is_receiving = False
        self.last_letter = loop.time()
        self._letter_due = self._deadline = loop.time() + limits.letter_seconds
        self._letter = bytearray()
        self.pending_bytes = 0
        self._lines = 0

    @property
    def _wire(self) -> asyncio.Transport:
        return cast(asyncio.Transport, self.transport)

    @property
    def _unread(self) -> bytearray:
        """The StreamReader's buffer, which has no public accessor. aiosmtpd uses it, too."""
        unread: bytearray = self._reader._buffer  # type: ignore[attr-defined]
        return unread

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.peer = peer_of(transport)
        self._sessions.enter(self)
        cast(Any, transport).max_size = _READ_BYTES
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._sessions.leave(self)
        super().connection_lost(error)
        # A traceback may keep the session alive, so free the buffered letter now.
        self._letter.clear()
        self._unread.clear()

    def data_received(self, data: bytes) -> None:
        self._count(self.pending_bytes + len(data), self._lines + data.count(b"\n"))
        if self._is_overrun():
            self.hang_up(_TOO_LARGE if self.is_receiving else _TOO_MUCH)
        else:
            super().data_received(data)
            self._sessions.make_room()

    def _count(self, pending_bytes: int, lines: int) -> None:
        self._sessions.pending_bytes += pending_bytes - self.pending_bytes
        self.pending_bytes, self._lines = pending_bytes, lines

    def _is_overrun(self) -> bool:
        most_bytes = self._limits.message_bytes * self._limits.overrun
        return self.pending_bytes > most_bytes or self._lines > self._limits.message_lines

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receive a letter. Replaces aiosmtpd's method, which stores each line as an object of at
        least 70 bytes, and refuses lines of more than 1000 characters.
        """
        transaction = self.envelope
        if arg or transaction is None or not transaction.rcpt_tos:
            await super().smtp_DATA(arg)  # answers with the error
            return
        self.is_receiving = True
        self._reset_timeout(self._limits.data_seconds)
        try:
            await self._answer(await self._taken(transaction), len(transaction.rcpt_tos))
        finally:
            self.is_receiving = False
            self._resume()
        self._reset_timeout()
        if self._sessions.closing:
            self.hang_up(CLOSING)

    async def _answer(self, answer: str, _recipients: int) -> None:
        """Answer a letter once for all its recipients."""
        await self.push(answer)

    async def _taken(self, transaction: Transaction) -> str:
        """Read a letter and have it handled. Returns the reply."""
        await self.push(_GO_ON)
        raw = await self._read_letter()
        self.envelope = self._create_envelope()
        if len(raw) > self._limits.message_bytes:
            return _TOO_LARGE
        transaction.original_content = raw
        answer: str = await self.event_handler.handle_DATA(self, self.session, transaction)
        return answer

    async def _read_letter(self) -> bytes:
        """Read to CR LF, dot, CR LF. Accepting any other end would allow SMTP smuggling."""
        self._letter = bytearray(b"\r\n")
        while not self._letter.endswith(_END):
            self._letter += await self._reader.readuntil(b".\r\n")
        raw = _STUFFED.sub(b"\r\n", self._letter[:-3])[2:]
        self._letter.clear()
        return bytes(raw)

    def pause_while_keeping(self) -> None:
        """Pause reading, and stop the client's timeout while we store the letter."""
        self.is_keeping = True
        self._wire.pause_reading()
        self.last_letter = self.loop.time()
        self._letter_due = self.last_letter + self._limits.letter_seconds
        self._reset_timeout(2 * self._limits.keep_seconds)

    def _resume(self) -> None:
        """Resume reading after a letter. Bytes that came in after it count for the next one."""
        self._count(len(self._unread), self._unread.count(b"\n"))
        if self.is_keeping and self.transport is not None:
            self._wire.resume_reading()
        self.is_keeping = False

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Set the timeout, but no later than the time by which a letter must have been sent.

        A timer that fires too early is not replaced: ``_timeout_cb`` checks the deadline again,
        which costs less than six new timers for each letter.
        """
        now, timer = self.loop.time(), self._timeout_handle
        self._deadline = min(now + (duration or self._timeout_duration), self._letter_due)
        if timer is None or timer.when() > self._deadline:
            super()._reset_timeout(max(self._deadline - now, _SOON))

    def close_when_idle(self) -> None:
        if not self.is_receiving:
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
        # close() would wait forever for a client that does not read its replies.
        if self._wire.get_write_buffer_size():
            self._wire.abort()
        else:
            self._wire.close()

    def _timeout_cb(self) -> None:
        left = self._deadline - self.loop.time()
        if left > 0:
            super()._reset_timeout(left)
        else:
            self.hang_up(_TOO_SLOW)

    async def handle_exception(self, error: Exception) -> str:
        """Answer with a temporary failure. aiosmtpd would answer 500 and quote the exception."""
        log.error("%s: a letter could not be handled", self.peer, exc_info=error)
        return TRY_LATER

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Parse an address. aiosmtpd's method raises IndexError on some malformed ones.

        It also parses every address as a header field, which takes a quarter of the time for a
        letter, so that a pattern handles the usual ones.
        """
        usual = _USUAL.fullmatch(arg)
        if usual is not None:
            return usual["address"], usual["rest"] or ""
        try:
            address: tuple[str | None, str | None] = super()._getaddr(arg)
        except IndexError:
            return None, None
        return address

    async def smtp_VRFY(self, _arg: Any) -> None:  # noqa: N802
        await self.push("252 2.5.2 Send some mail and see")
