"""The listener: receives mail for our own addresses over SMTP and LMTP."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiosmtpd.smtp import Envelope as Transaction
from aiosmtpd.smtp import Session as SessionState

from pbm.base.errors import TemporaryFailure, UsageError
from pbm.base.logs import THROTTLED
from pbm.mail import mime
from pbm.mail.addresses import parts
from pbm.mail.letter import Envelope
from pbm.mail.peers import Peers
from pbm.smtp.acceptor import Acceptor
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.lmtp import LmtpSession, SocketFile
from pbm.smtp.recipients import OurAddresses
from pbm.smtp.session import TRY_LATER, Session
from pbm.smtp.sessions import Sessions

log = logging.getLogger(__name__)

Keep = Callable[[Envelope], Awaitable[None]]
"""Stores a letter durably. On a ``TemporaryFailure`` the client is told to retry."""

_NULL_SENDER = "<>"
_PRINTABLE = re.compile(r"[ -~]{1,320}")


class Handler:
    """The handler of aiosmtpd. Its replies never contain words of a mail."""

    def __init__(self, keep: Keep, ours: OurAddresses, limits: ListenerLimits) -> None:
        self._keep = keep
        self._ours = ours
        self._limits = limits
        self._keeping: dict[asyncio.Task[str], int] = {}

    async def handle_MAIL(  # noqa: N802
        self,
        _session: Session,
        _state: SessionState,
        transaction: Transaction,
        address: str,
        options: list[str],
    ) -> str:
        if not _PRINTABLE.fullmatch(address):
            return "553 5.1.7 That sender address cannot be answered"
        transaction.mail_from = address
        transaction.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self,
        _session: Session,
        _state: SessionState,
        transaction: Transaction,
        address: str,
        options: list[str],
    ) -> str:
        refusal = self._ours.refusal(address)
        if refusal:
            return refusal
        if len(transaction.rcpt_tos) >= self._limits.recipients:
            return "452 4.5.3 Too many recipients; please send the rest apart"
        transaction.rcpt_tos.append(self._ours.read(address))
        transaction.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, session: Session, _state: SessionState, transaction: Transaction
    ) -> str:
        session.pause_while_keeping()
        sender = transaction.mail_from or ""
        letter = Envelope(
            sender="" if sender == _NULL_SENDER else sender,
            recipients=tuple(transaction.rcpt_tos),
            raw=transaction.original_content or b"",
            peer=session.peer,
        )
        if mime.header_size(letter.raw) > self._limits.header_bytes:
            return "552 5.3.4 Header too large"
        return await self._kept(letter)

    async def _kept(self, letter: Envelope) -> str:
        if sum(self._keeping.values()) > self._limits.buffer_bytes:
            log.warning(
                "a letter from %s was not kept: too many wait to be stored",
                letter.peer,
                extra=THROTTLED,
            )
            return TRY_LATER
        task = asyncio.ensure_future(self._commit(letter))
        self._keeping[task] = len(letter.raw)
        task.add_done_callback(self._keeping.pop)
        # wait() does not cancel the task, neither on timeout nor if the client disconnects.
        done, _ = await asyncio.wait({task}, timeout=self._limits.keep_seconds)
        return task.result() if done else TRY_LATER

    async def _commit(self, letter: Envelope) -> str:
        try:
            await self._keep(letter)
        except TemporaryFailure as failure:
            log.warning("a letter from %s was not kept: %s", letter.peer, failure, extra=THROTTLED)
            return TRY_LATER
        except Exception:
            # Answer here, so that LMTP can repeat the reply for each recipient.
            log.exception("a letter from %s was not kept", letter.peer)
            return TRY_LATER
        log.info("a letter of %d bytes from %s was kept", len(letter.raw), letter.peer)
        return "250 2.0.0 Kept"

    async def drain(self, grace: float) -> None:
        """Wait at most ``grace`` seconds for letters of disconnected clients to be stored."""
        if self._keeping:
            await asyncio.wait(self._keeping, timeout=grace)


class Listener:
    """Receives letters. It answers 250 only after ``keep`` has stored the letter.

    trusted: front servers, which keep their places when there are too many clients.
    """

    def __init__(
        self,
        keep: Keep,
        domain: str,
        limits: ListenerLimits | None = None,
        trusted: Peers | None = None,
    ) -> None:
        self._limits = limits or ListenerLimits()
        _, self._domain = parts(domain)
        self._handler = Handler(keep, OurAddresses(domain), self._limits)
        self._sessions = Sessions(self._limits, trusted or Peers())
        # Below this level aiosmtpd logs addresses, and at DEBUG whole letters.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        self._servers: list[asyncio.Server] = []
        self._files: list[Path] = []

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen for SMTP clients. Returns host and port; for port 0, the port that was chosen.

        :raises UsageError: if we cannot listen on that address
        """
        try:
            server = await self._loop.create_server(
                lambda: self._acceptor(Session), host, port, backlog=self._limits.connections
            )
        except OSError as error:
            # The words of asyncio repeat the address.
            why = os.strerror(error.errno) if error.errno else error
            raise UsageError(
                f"cannot listen on {host}:{port}: {why}; stop the server that does, or choose"
                " another port with --listen or in pbm.toml"
            ) from error
        self._servers.append(server)
        address = server.sockets[0].getsockname()
        return str(address[0]), int(address[1])

    async def start_socket(self, file: SocketFile) -> None:
        """Listen for LMTP clients on a Unix socket.

        :raises UsageError: if the socket cannot be created
        """
        server = await self._loop.create_unix_server(
            lambda: self._acceptor(LmtpSession), sock=file.bind(), backlog=self._limits.connections
        )
        self._servers.append(server)
        self._files.append(file.path)

    async def stop(self, grace: float = 30) -> None:
        """Stop listening, and wait at most ``grace`` seconds for letters that are coming in."""
        for server in self._servers:
            server.close()
        for path in self._files:
            path.unlink(missing_ok=True)
        deadline = self._loop.time() + grace
        await self._sessions.drain(grace)
        await self._handler.drain(max(0, deadline - self._loop.time()))

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def _acceptor(self, kind: type[Session]) -> Acceptor:
        return Acceptor(self._sessions, lambda: self._session(kind))

    def _session(self, kind: type[Session]) -> Session:
        return kind(self._handler, self._sessions, self._limits, self._domain, self._loop)
