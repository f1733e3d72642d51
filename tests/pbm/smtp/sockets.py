"""A listener, its clients, and a next hop, all over real sockets."""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
from collections.abc import Collection, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from aiosmtpd.smtp import Envelope as Transaction

from pbm.mail.letter import Envelope
from pbm.mail.peers import read_peers
from pbm.smtp.listener import Keep, Listener
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.lmtp import SocketFile
from pbm.smtp.next_hop import Security
from tests.patience import PATIENCE

T = TypeVar("T")


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be advanced. ahead: the seconds by which it was."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


class LoopThread:
    """An event loop in its own thread, so that tests may use blocking sockets."""

    def __init__(self) -> None:
        self.loop = Loop()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.begin(work).result(PATIENCE)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()


class RunningListener:
    """A running listener. kept: the letters that it has stored."""

    def __init__(
        self,
        thread: LoopThread,
        keep: Keep | None,
        limits: ListenerLimits,
        file: SocketFile | None = None,
        trusted: str = "",
        domain: str = "example.org",
    ) -> None:
        self.kept: list[Envelope] = []
        self._thread = thread
        self._listener = Listener(keep or self._keep, domain, limits, read_peers(trusted))
        self.port = 0
        self._file = file
        if file is None:
            _, self.port = thread.run(self._listener.start("127.0.0.1", 0))
        else:
            thread.run(self._listener.start_socket(file))

    async def _keep(self, letter: Envelope) -> None:
        self.kept.append(letter)

    def client(self, address: str = "") -> Client:
        """A new client, which connects from this address of the loopback if one is given."""
        return LmtpClient(self._file.path) if self._file else Client(self.port, address)

    def begin_stop(self, grace: float = PATIENCE) -> Future[None]:
        return self._thread.begin(self._listener.stop(grace))

    def stop(self, grace: float = PATIENCE) -> None:
        self.begin_stop(grace).result(PATIENCE)


class Client:
    """A mail client that sends any commands, valid or not."""

    hello = "EHLO"
    family = socket.AF_INET

    def __init__(self, where: int | Path, address: str = "") -> None:
        self._socket = socket.socket(self.family)
        if address:
            self._socket.bind((address, 0))
        self._socket.settimeout(PATIENCE)
        # A small buffer, so that writing to a client that does not read soon blocks.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect(("127.0.0.1", where) if isinstance(where, int) else str(where))
        self._file = self._socket.makefile("rb")
        self.greeting = self.reply()

    def reply(self) -> str:
        """All lines of one reply; "" if the server has closed the connection."""
        lines = []
        while line := self._file.readline().decode():
            lines.append(line)
            if line[3:4] != "-":
                break
        return "".join(lines).strip()

    def send(self, data: bytes) -> None:
        # If the server has disconnected, its reason can still be read as the next reply.
        with suppress(ConnectionError):
            self._socket.sendall(data)

    def say(self, line: str) -> str:
        self.send(line.encode() + b"\r\n")
        return self.reply()

    def greet(self) -> str:
        return self.say(f"{self.hello} client.example.net")

    def address(self, sender: str = "alice@example.net", to: str = "pbm@example.org") -> str:
        self.greet()
        self.say(f"MAIL FROM:<{sender}>")
        return self.say(f"RCPT TO:<{to}>")

    def start_letter(self) -> str:
        self.address()
        return self.say("DATA")

    def send_letter(self, raw: bytes = b"Subject: hi\r\n\r\nhello\r\n") -> str:
        self.start_letter()
        self.send(raw + b".\r\n")
        return self.reply()

    def flood(self, chunk: bytes, most: int) -> int:
        """Send until the server closes the connection, at most ``most`` bytes.

        Returns the number of bytes sent.
        """
        sent = 0
        with suppress(ConnectionError):
            while sent < most:
                self._socket.sendall(chunk)
                sent += len(chunk)
        return sent

    def is_closed(self) -> bool:
        """Wait until the server has closed the connection."""
        try:
            while self._file.readline():
                pass
        except ConnectionError:
            return True
        return True

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class LmtpClient(Client):
    """A client of the Unix socket."""

    hello = "LHLO"
    family = socket.AF_UNIX


class NextHop:
    """A mail server as next hop.

    security: how clients must connect; but for NONE, ``tls`` is needed.
    users: the passwords of those who may send, empty if all may. attempts: how often a login was
        tried. temporarily: whether it refuses logins for now.
    groups: whether it offers to take commands in groups (PIPELINING).
    answers: replies to commands in place of the usual ones; "hang" sends none, "drop" closes the
        connection.
    hangs: released for each client that waits for a reply that will not come.
    """

    def __init__(
        self,
        thread: LoopThread,
        port: int = 0,
        security: Security = Security.NONE,
        tls: ssl.SSLContext | None = None,
        users: Mapping[str, str] | None = None,
        methods: Collection[str] = ("PLAIN", "LOGIN"),
    ) -> None:
        self._security, self._tls = security, tls
        self._users, self._methods = users or {}, methods
        self.attempts: list[str] = []
        self.temporarily = False
        self.groups = False
        self.answers: dict[str, str] = {}
        self.taken: list[Transaction] = []
        self.connections = 0
        self.hangs = Semaphore(0)
        self._open: set[SMTP] = set()
        self._spoilt: dict[SMTP, dict[str, str]] = {}
        self._thread = thread
        self._server = thread.run(self._listen(port))
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _listen(self, port: int) -> asyncio.Server:
        implicit = self._tls if self._security is Security.TLS else None
        return await asyncio.get_running_loop().create_server(
            self._protocol, "127.0.0.1", port, ssl=implicit
        )

    def _protocol(self) -> SMTP:
        self.connections += 1
        starts_tls = self._security is Security.STARTTLS
        protocol = SMTP(
            self,
            hostname="hop.example.net",
            loop=self._thread.loop,
            tls_context=self._tls if starts_tls else None,
            require_starttls=starts_tls,
            auth_require_tls=starts_tls,
            auth_required=bool(self._users),
            auth_exclude_mechanism={"PLAIN", "LOGIN", "XOAUTH2"} - {*self._methods},
            authenticator=self._authenticate,
        )
        self._open.add(protocol)
        return protocol

    def _authenticate(
        self, server: SMTP, session: Any, transaction: Any, method: str, said: LoginPassword
    ) -> AuthResult:
        self.attempts.append(method)
        if self.temporarily:
            return AuthResult(success=False, handled=False, message="454 4.7.0 not now")
        known = self._users.get(said.login.decode())
        return AuthResult(success=known == said.password.decode(), handled=False)

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        self.attempts.append("XOAUTH2")
        said = base64.b64decode(args[1]).decode()
        if said in {f"user={name}\1auth=Bearer {word}\1\1" for name, word in self._users.items()}:
            return AuthResult(success=True)
        # Only the answer to the reason brings the refusal.
        assert await server.challenge_auth(b'{"status":"401"}') == b""
        return AuthResult(success=False, handled=False)

    async def _answer(self, server: SMTP, command: str) -> str | None:
        answer = self._spoilt.get(server, self.answers).get(command)
        if answer == "hang":
            self.hangs.release()
            await asyncio.Event().wait()
        if answer == "drop" and server.transport is not None:
            server.transport.close()
            await asyncio.Event().wait()
        return answer

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Any, transaction: Any, name: str, replies: list[str]
    ) -> list[str]:
        session.host_name = name
        answer = await self._answer(server, "EHLO")
        if answer:
            return [answer]
        return [replies[0], "250-PIPELINING", *replies[1:]] if self.groups else replies

    async def handle_HELO(  # noqa: N802
        self, server: SMTP, session: Any, transaction: Any, name: str
    ) -> str:
        session.host_name = name
        return await self._answer(server, "HELO") or "250 OK"

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Any, transaction: Transaction, address: str, options: Any
    ) -> str:
        answer = await self._answer(server, "MAIL")
        transaction.mail_from = address
        return answer or "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Any, transaction: Transaction, address: str, options: Any
    ) -> str:
        answer = await self._answer(server, "RCPT")
        if answer is None:
            transaction.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Any, transaction: Transaction
    ) -> str:
        answer = await self._answer(server, "DATA")
        if answer is None:
            self.taken.append(transaction)
        return answer or "250 OK"

    def spoil_sessions(self, answers: dict[str, str]) -> None:
        """Use these answers in all open sessions until they end."""
        self._spoilt = dict.fromkeys(self._open, answers)

    def hang_up(self) -> None:
        """Close all connections, as servers do with idle clients."""
        self._thread.run(self._close_all())

    async def _close_all(self) -> None:
        for protocol in self._open:
            if protocol.transport is not None:
                protocol.transport.close()
        await asyncio.sleep(0)

    def stop(self) -> None:
        self._thread.loop.call_soon_threadsafe(self._server.close)
        self.hang_up()
