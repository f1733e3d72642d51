"""The real server in its own process, which tests kill and run on broken disks and clocks."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests import shared
from tests.end_to_end.process import DOMAIN, ROOT
from tests.patience import PATIENCE

_LISTENING = b"listening on "


class Victim:
    """A server process. up: set while it probably listens. port: new at every start."""

    def __init__(
        self, data: Path, outgoing: str = "", environ: Mapping[str, str] | None = None
    ) -> None:
        self.data = data
        self.log = data.parent / "log"
        self.up = asyncio.Event()
        self.port = 0
        self._options = ["--outgoing", outgoing] if outgoing else []
        self._environ = {**shared.environ(), **(environ or {})}
        self._process: Process | None = None

    @property
    def process(self) -> Process:
        assert self._process is not None, "the server was not started"
        return self._process

    async def spawn(self) -> None:
        """Start the process without waiting until it listens."""
        with self.log.open("a") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "pbm", "serve", "--listen", "127.0.0.1:0"),
                *("--data", str(self.data), "--domain", DOMAIN, *self._options),
                cwd=ROOT,
                stdout=PIPE,
                stderr=log,
                env=self._environ,
            )

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self.process.stdout.readline()
        assert line.startswith(_LISTENING), line.decode() + self.words
        self.port = int(line.rpartition(b":")[2])
        self.up.set()

    async def start(self) -> None:
        await self.spawn()
        await self.listen()

    async def kill(self) -> None:
        self.up.clear()
        with suppress(ProcessLookupError):  # a server that was told to stop may have ended
            self.process.kill()
        await self.process.communicate()

    def terminate(self) -> None:
        self.up.clear()
        self.process.terminate()

    async def ended(self) -> int:
        async with asyncio.timeout(3 * PATIENCE):
            await self.process.communicate()
        self.up.clear()
        assert self.process.returncode is not None
        return self.process.returncode

    async def stop(self) -> None:
        """Stop the server as an operator does; it must exit with 0."""
        self.terminate()
        assert await self.ended() == 0, self.words

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Kill the process if a failed test has left it running."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    @property
    def words(self) -> str:
        """The content of the server's log."""
        return self.log.read_text()
