"""A mail server that takes the mails of the server under test, and only records when each came.

Like Postfix and most other servers, it takes commands in groups, and sends the replies to a group
together (PIPELINING, RFC 2920). One write for each reply would take CPU time from the server under
test.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from time import monotonic

from scripts.benchmarks.client import HOST

_ANSWERS = re.compile(rb"^In-Reply-To:\s*(<[^>]*>)", re.MULTILINE | re.IGNORECASE)
_END = b"\r\n.\r\n"
_ANSWERS_TO = {
    b"EHLO": b"250-sink.example.org\r\n250 PIPELINING\r\n",
    b"DATA": b"354 go on\r\n",
}


class Sink:
    """The mails that came. answered: when the reply to a letter came, by its Message-ID."""

    def __init__(self) -> None:
        self.port = 0
        self.count = 0
        self.answered: dict[str, float] = {}
        self._more = asyncio.Event()

    async def wait_for(self, count: int, timeout: float) -> float:
        """Wait until ``count`` mails have come. Return when the last one came."""
        async with asyncio.timeout(timeout):
            while self.count < count:
                self._more.clear()
                await self._more.wait()
        return monotonic()

    def take(self, mail: bytes) -> None:
        found = _ANSWERS.search(mail)
        if found:
            self.answered.setdefault(found[1].decode(), monotonic())
        self.count += 1
        self._more.set()


class _Session(asyncio.Protocol):
    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._heard = b""
        self._in_data = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._wire = transport
        self._wire.write(b"220 sink.example.org\r\n")

    def data_received(self, data: bytes) -> None:
        self._heard += data
        if answers := b"".join(self._answers()):
            self._wire.write(answers)

    def _answers(self) -> Iterator[bytes]:
        while self._end in self._heard:
            said, _, self._heard = self._heard.partition(self._end)
            yield self._answer(said)

    @property
    def _end(self) -> bytes:
        return _END if self._in_data else b"\r\n"

    def _answer(self, said: bytes) -> bytes:
        if self._in_data:
            self._sink.take(said)
            self._in_data = False
            return b"250 taken\r\n"
        command = said[:4].upper()
        self._in_data = command == b"DATA"
        return _ANSWERS_TO.get(command, b"250 sink.example.org\r\n")


@asynccontextmanager
async def sink() -> AsyncIterator[Sink]:
    made = Sink()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Session(made), HOST, 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
