"""Mail servers that send letters over many connections, and record every reply."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager

from tests.end_to_end.process import SERVER
from tests.faults.victim import Victim
from tests.faults.village import Letter, Script
from tests.patience import PATIENCE

CONNECTIONS = 30
# Letters are kept faster than they are acted on: without a pause a backlog grows.
PAUSE_SECONDS = 0.4
_AGAIN_SECONDS = 0.02

# A fault may show in the connection, in the answer, or in both.
_LOST = (OSError, EOFError, TimeoutError)


class Load:
    """Connections that each send the letters of some boards in order, and retry until 250.

    taken: the letters that got 250. tried: how often a letter was sent completely, with any reply.
    answers: how often each code came after the final dot. refusals: every 5xx. room: cleared to
    stop all connections from beginning another letter. over: no more letters will come.
    """

    def __init__(self, victim: Victim, scripts: Sequence[Script], pause: float) -> None:
        self.pause = pause
        self.room = asyncio.Event()
        self.room.set()
        self.taken: list[Letter] = []
        self.tried = 0
        self.over = False
        self.answers: Counter[int] = Counter()
        self.refusals: list[str] = []
        self._victim = victim
        self._enough = False
        self._noted = asyncio.Event()
        self._senders = [
            _Sender(self, victim, scripts[number::CONNECTIONS]) for number in range(CONNECTIONS)
        ]

    @property
    def enough(self) -> bool:
        return self._enough

    async def run(self) -> None:
        await asyncio.gather(*(sender.run() for sender in self._senders))
        self.over = True

    def finish(self) -> None:
        """Let every connection finish its current letter, and then stop."""
        self._enough = True
        self.room.set()

    def note_sent(self) -> None:
        self.tried += 1
        self._noted.set()

    def note(self, letter: Letter, reply: str) -> bool:
        """Whether the letter was taken."""
        self.answers[int(reply[:3])] += 1
        if reply.startswith("250"):
            self.taken.append(letter)
        self._noted.set()
        return reply.startswith("250")

    async def more(self, letters: int) -> None:
        """Wait until ``letters`` more letters were accepted."""
        await self._until(250, letters)

    async def more_put_off(self, letters: int) -> None:
        """Wait until ``letters`` more letters were answered 451."""
        await self._until(451, letters)

    async def more_tried(self, letters: int) -> None:
        """Wait until ``letters`` more letters were answered with any code."""
        await self._until(None, letters)

    async def waiting(self, letters: int) -> None:
        """Wait until there are ``letters`` letters whose answers have not come yet."""
        await self._noted_that(lambda: self.tried - self.answers.total() >= letters)

    async def _until(self, code: int | None, more: int) -> None:
        wanted = self._answered(code) + more
        await self._noted_that(lambda: self._answered(code) >= wanted)

    async def _noted_that(self, fact: Callable[[], bool]) -> None:
        async with asyncio.timeout(6 * PATIENCE):
            while not fact():
                self._noted.clear()
                await self._noted.wait()

    def _answered(self, code: int | None) -> int:
        return self.answers.total() if code is None else self.answers[code]


class _Sender:
    def __init__(self, load: Load, victim: Victim, scripts: Sequence[Script]) -> None:
        self._load, self._victim = load, victim
        self._letters = (letter for script in scripts for letter in script)
        self._stream: tuple[StreamReader, StreamWriter] | None = None

    async def run(self) -> None:
        while letter := await self._next():
            await self._bring(letter)
            await asyncio.sleep(self._load.pause)
        self._hang_up()

    async def _next(self) -> Letter | None:
        """The next letter; None after enough of them: another load can begin with the next."""
        await self._load.room.wait()
        return None if self._load.enough else next(self._letters, None)

    async def _bring(self, letter: Letter) -> None:
        """Send the same bytes again and again until the server accepts them."""
        while not await self._was_taken(letter):
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _was_taken(self, letter: Letter) -> bool:
        try:
            async with asyncio.timeout(3 * PATIENCE):
                await self._victim.up.wait()
                return await self._hand_over(letter)
        except _LOST:
            self._hang_up()
            return False

    async def _hand_over(self, letter: Letter) -> bool:
        for line in _envelope(letter):
            await self._expect(line)
        self._load.note_sent()
        return self._load.note(letter, await self._say(letter.raw + b".\r\n"))

    async def _expect(self, line: str) -> None:
        """:raises ConnectionError: for any other answer than to go on"""
        if not (await self._say(line.encode() + b"\r\n")).startswith(("2", "3")):
            raise ConnectionError(line)

    async def _say(self, data: bytes) -> str:
        reader, writer = self._stream or await self._connect()
        writer.write(data)
        reply = await _reply(reader)
        if reply.startswith("5"):
            self._load.refusals.append(reply)
        return reply

    async def _connect(self) -> tuple[StreamReader, StreamWriter]:
        self._stream = await asyncio.open_connection("127.0.0.1", self._victim.port)
        await _reply(self._stream[0])
        await self._expect("EHLO mail.example.org")
        return self._stream

    def _hang_up(self) -> None:
        if self._stream is not None:
            self._stream[1].close()
            self._stream = None


def _envelope(letter: Letter) -> Iterator[str]:
    yield "RSET"
    yield f"MAIL FROM:<{letter.sender}>"
    yield f"RCPT TO:<{SERVER}>"
    yield "DATA"


async def _reply(reader: StreamReader) -> str:
    """The last line of a reply.

    :raises EOFError: if the server hangs up
    """
    while line := (await reader.readline()).decode():
        if line[3:4] != "-":
            return line.strip()
    raise EOFError


@asynccontextmanager
async def under_load(
    victim: Victim, scripts: Sequence[Script], pause: float = PAUSE_SECONDS
) -> AsyncIterator[Load]:
    """Send letters all the time; at the end of the block, finish those that were begun.

    pause: seconds between two letters of one connection.
    """
    load = Load(victim, scripts, pause)
    running = asyncio.create_task(load.run())
    try:
        yield load
        load.finish()
        async with asyncio.timeout(3 * PATIENCE):
            await running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
