"""``accept``: letters acknowledged after a durable commit, compared with the baseline.

The letters come from strangers: the server stores each and acts on it, but answers none. A round
begins when all letters of the previous round have been acted on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import which
from time import monotonic

from scripts.benchmarks.client import HOST, Letter, send_all
from scripts.benchmarks.figures import Bound, Figure, at_least
from scripts.benchmarks.filling import DOMAIN, app
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import Server, floor, pbm

ROUNDS = 3
SMTP_SOURCE = "smtp-source"
_WANTED = at_least(0.8)


@dataclass(frozen=True)
class Flood:
    """A flood of letters. send: sends them to a port until all are acknowledged."""

    what: str
    count: int
    send: Callable[[int], Awaitable[object]]
    wanted: Bound | None = None


def measure(folder: Path) -> Iterator[Figure]:
    data = folder / "accept"
    app(data).close()
    with pbm(data) as ours, floor(folder) as bare:
        ledger = Ledger(data)
        asyncio.run(_warm_up([ours, bare]))
        for flood in floods():
            yield asyncio.run(_beside(flood, ours, bare, ledger))


def floods() -> Iterator[Flood]:
    yield Flood("1 connection", 300, many(300, 1, reuse=True))
    yield Flood("1 connection, a new one each letter", 200, many(200, 1, reuse=False))
    yield Flood("50 connections", 1500, many(1500, 50, reuse=True), _WANTED)
    yield Flood("50 connections, a new one each letter", 600, many(600, 50, reuse=False), _WANTED)
    if which(SMTP_SOURCE):
        yield Flood("50 connections of smtp-source", 3000, partial(_source, 3000), _WANTED)


async def _warm_up(servers: Iterable[Server]) -> None:
    """Send a first letter, so that imports and compiled patterns are not measured."""
    for server in servers:
        await many(100, 1, reuse=True)(server.port)


async def _beside(flood: Flood, ours: Server, bare: Server, ledger: Ledger) -> Figure:
    spent = {ours.port: 0.0, bare.port: 0.0}
    for _ in range(ROUNDS):
        for port in spent:
            start = monotonic()
            await flood.send(port)
            spent[port] += monotonic() - start
            await ledger.settled()
    rates = {port: ROUNDS * flood.count / seconds for port, seconds in spent.items()}
    beside = ("the floor", rates[bare.port])
    return Figure("accept", flood.what, rates[ours.port], "letters/s", beside, flood.wanted)


def many(
    count: int, connections: int, *, reuse: bool, header: str = ""
) -> Callable[[int], Awaitable[object]]:
    """Return a function that sends ``count`` letters to a port.

    header: a header field that all letters have, with its end of line.
    """
    letters = [_letter(number, header) for number in range(count)]
    return lambda port: send_all(port, letters, connections, reuse=reuse)


def _letter(number: int, header: str) -> Letter:
    """A letter of 1 KiB."""
    sender, recipient = f"stranger{number}@example.net", f"pbm@{DOMAIN}"
    head = (
        f"From: {sender}\r\nTo: {recipient}\r\nSubject: A question\r\n"
        f"Date: Fri, 20 Nov 2026 10:00:00 +0000\r\n"
        f"Message-ID: <{number}@example.net>\r\n{header}\r\n"
    )
    line = "It has been raining here all week, and nobody wants to go for a walk.\r\n"
    body = line * ((1024 - len(head)) // len(line))
    return Letter(sender, recipient, (head + body).encode())


async def _source(count: int, port: int) -> None:
    options = ("-d", "-s", "50", "-m", str(count), "-l", "1024", "-t", f"pbm@{DOMAIN}")
    process = await asyncio.create_subprocess_exec(SMTP_SOURCE, *options, f"{HOST}:{port}")
    if await process.wait():
        raise RuntimeError(f"{SMTP_SOURCE} could not send its letters")
