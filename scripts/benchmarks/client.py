"""An SMTP client that sends letters over many connections at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Letter:
    """One letter. raw: with CRLF and without the final dot; no line may begin with a dot."""

    sender: str
    recipient: str
    raw: bytes
    message_id: str = ""


class Client:
    """One connection, which sends letters one after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, letter: Letter) -> float:
        """Send a letter, and wait for its 250. Return the monotonic time of its last byte."""
        await self._say(f"MAIL FROM:<{letter.sender}>".encode(), b"250")
        await self._say(f"RCPT TO:<{letter.recipient}>".encode(), b"250")
        await self._say(b"DATA", b"354")
        sent = monotonic()
        await self._say(letter.raw + b".", b"250")
        return sent

    async def hear(self, expected: bytes) -> None:
        """:raises RuntimeError: if the server answers anything else"""
        while (line := await self._reader.readline())[3:4] == b"-":
            pass
        if not line.startswith(expected):
            raise RuntimeError(f"{expected.decode()} was expected, not {line!r}")

    async def _say(self, words: bytes, expected: bytes) -> None:
        self._writer.write(words + b"\r\n")
        await self.hear(expected)


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Client]:
    reader, writer = await asyncio.open_connection(HOST, port)
    client = Client(reader, writer)
    try:
        await client.hear(b"220")
        await client._say(b"EHLO client.example.org", b"250")
        yield client
        await client._say(b"QUIT", b"221")
    finally:
        writer.close()


async def send_all(port: int, letters: Sequence[Letter], connections: int, *, reuse: bool) -> float:
    """Send all letters. Return the seconds from the first connection to the last 250."""
    waiting = iter(letters)
    start = monotonic()
    send = _send_on_one if reuse else _send_on_many
    await asyncio.gather(*(send(port, waiting) for _ in range(connections)))
    return monotonic() - start


async def _send_on_one(port: int, waiting: Iterator[Letter]) -> None:
    async with connected(port) as client:
        for letter in waiting:
            await client.send(letter)


async def _send_on_many(port: int, waiting: Iterator[Letter]) -> None:
    for letter in waiting:
        async with connected(port) as client:
            await client.send(letter)
