"""A mail server on this machine that takes our mail, or fails in various ways."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Semaphore
from types import MappingProxyType

HANG, DROP = "hang", "drop"
KEEP_AND_DROP, KEEP_AND_HANG = "keep and drop", "keep and hang"

GREETING, DOT = "greeting", "dot"
_USUAL: Mapping[str, str] = MappingProxyType(
    {GREETING: "220 hop.example.net", "DATA": "354 Go on", "QUIT": "221 Bye"}
)


@dataclass
class Faults:
    """Faults by stage of the session: a reply, or a constant from ``HANG`` to ``KEEP_AND_HANG``.

    only: the recipient whose mails meet them; "" for all.
    """

    replies: dict[str, str] = field(default_factory=dict)
    only: str = ""

    def reply(self, stage: str, recipient: str) -> str:
        concerned = not self.only or self.only in recipient
        return self.replies.get(stage, "") if concerned else ""


class Hop:
    """A next hop. taken: recipient and bytes of every mail that it stored, whatever its reply."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.taken: list[tuple[str, bytes]] = []
        self.met = asyncio.Event()
        """Set when a client has met a fault."""
        self.hangs = Semaphore(0)
        """Released for each client that waits for a reply that will not come."""
        self._release = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._open: set[StreamWriter] = set()

    async def start(self) -> int:
        """Start listening, and return the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def mend(self) -> None:
        """End all faults, and disconnect the clients that hang."""
        self.faults = Faults()
        self.met.clear()
        self._release.set()
        self._release = asyncio.Event()

    async def hang_up(self) -> None:
        """Close every connection, as a server does with idle clients."""
        for writer in self._open:
            writer.close()

    def stop(self) -> None:
        self.mend()
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._open.add(writer)
        try:
            await _Conversation(self, reader, writer).hold()
        except (OSError, EOFError):
            return
        finally:
            self._open.discard(writer)
            writer.close()

    async def answer(self, stage: str, recipient: str) -> str:
        """:raises EOFError: for a connection that is dropped"""
        reply = self.faults.reply(stage, recipient)
        if reply:
            self.met.set()
        if reply in (HANG, KEEP_AND_HANG):
            self.hangs.release()
            await self._release.wait()
        if reply in (HANG, DROP, KEEP_AND_DROP, KEEP_AND_HANG):
            raise EOFError
        return reply or _USUAL.get(stage, "250 OK")


class _Conversation:
    def __init__(self, hop: Hop, reader: StreamReader, writer: StreamWriter) -> None:
        self._hop, self._reader, self._writer = hop, reader, writer
        self._recipient = ""

    async def hold(self) -> None:
        await self._say(GREETING)
        while line := (await self._reader.readline()).decode():
            verb = line[:4].strip().upper()
            if verb == "RCPT":
                self._recipient = line.partition("<")[2].partition(">")[0]
            if (await self._say(verb)).startswith("354"):
                await self._letter()

    async def _letter(self) -> None:
        raw = await self._reader.readuntil(b"\r\n.\r\n")
        keeps = self._hop.faults.reply(DOT, self._recipient) in (
            "",
            KEEP_AND_DROP,
            KEEP_AND_HANG,
        )
        if keeps:
            self._hop.taken.append((self._recipient, raw[:-3]))
        await self._say(DOT)

    async def _say(self, stage: str) -> str:
        reply = await self._hop.answer(stage, self._recipient)
        self._writer.write(f"{reply}\r\n".encode())
        return reply
