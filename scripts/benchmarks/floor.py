"""The baseline: a bare aiosmtpd handler that commits letters in groups, and does nothing else.

``python -m scripts.benchmarks.floor DATABASE`` prints its address.
"""

from __future__ import annotations

import asyncio
import queue
import signal
import sqlite3
import sys
from concurrent.futures import Future
from threading import Thread

from aiosmtpd.smtp import SMTP, Envelope, Session

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL")
TABLE = "CREATE TABLE letters (id INTEGER PRIMARY KEY, sender, recipients, raw)"
INSERT = "INSERT INTO letters (sender, recipients, raw) VALUES (?, ?, ?)"

Job = tuple[tuple[str, str, bytes], Future[None]]


class Keeper(Thread):
    """A thread that commits all waiting letters in one transaction."""

    def __init__(self, path: str) -> None:
        super().__init__(daemon=True)
        self._path = path
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def keep(self, *row: str | bytes) -> Future[None]:
        future: Future[None] = Future()
        self._jobs.put((row, future))  # type: ignore[arg-type]
        return future

    def run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(TABLE)
        while True:
            self._commit(connection, self._waiting())

    def _waiting(self) -> list[Job]:
        jobs = [self._jobs.get()]
        while not self._jobs.empty():
            jobs.append(self._jobs.get())
        return jobs

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(INSERT, [row for row, _ in jobs])
        connection.execute("COMMIT")
        for _, future in jobs:
            future.set_result(None)


class Handler:
    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def handle_DATA(self, _server: SMTP, _session: Session, letter: Envelope) -> str:  # noqa: N802
        row = (
            str(letter.mail_from),
            ",".join(letter.rcpt_tos),
            bytes(letter.original_content or b""),
        )
        await asyncio.wrap_future(self._keeper.keep(*row))
        return "250 kept"


async def serve(path: str) -> None:
    keeper = Keeper(path)
    keeper.start()
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    server = await loop.create_server(
        lambda: SMTP(Handler(keeper), hostname="floor.example.org", loop=loop), "127.0.0.1", 0
    )
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
