"""``moves``: legal moves per second, from DATA to the mails to both players.

Each move is a reply to a board mail, on a board that is not in the server's cache. Moves that stay
in the outbox and moves that are delivered are measured in turn, so that other load on the machine
disturbs both alike.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import truediv
from pathlib import Path
from shutil import copytree
from statistics import median
from time import monotonic

from scripts.benchmarks.client import Letter, send_all
from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_least
from scripts.benchmarks.filling import fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import ROOT, floor, pbm, pbm_command
from scripts.benchmarks.replies import replies
from scripts.benchmarks.sink import sink

SPECS = {"gyges/classic": 12, "dvonn/standard": 60}
"""Plies played before the letters are sent."""

ROUNDS = 7
MOVES, COURSES, CONNECTIONS = 600, 200, 50
PIPED, AT_ONCE = 10, 2
WARM = 20
"""Letters sent before measuring, so that loading modules for the first one is not measured."""

_PATIENCE = 300.0


def measure(folder: Path) -> Iterator[Figure]:
    for spec, played in SPECS.items():
        yield from _measure(folder / spec.replace("/", "-"), spec, played)


def _measure(folder: Path, spec: str, played: int) -> Iterator[Figure]:
    folder.mkdir()
    courses = [course(spec, played + 1, seed) for seed in range(COURSES)]
    data = folder / "data"
    boards = fill(data, courses, played, ROUNDS * MOVES + PIPED)
    letters = replies(data, courses, boards, played)
    rounds = [letters[first : first + MOVES] for first in range(0, ROUNDS * MOVES, MOVES)]
    # A data directory for each: mails queued by one server must not be delivered by the next.
    apart = Path(copytree(data, folder / "apart"))
    bare, acted_on, delivered = list[float](), list[float](), list[float]()
    for each in rounds:
        bare.append(asyncio.run(_to_floor(folder, each)))
        acted_on.append(asyncio.run(_to_outbox(data, each)))
        delivered.append(asyncio.run(_to_sink(apart, each)))
    rate = median(acted_on)
    beside = ("the floor", median(bare))
    yield Figure("moves", f"{spec} to the outbox", rate, "moves/s", beside, at_least(0.15))
    beside = ("a process each", _one_process_each(data, letters[-PIPED:]))
    yield Figure("moves", f"{spec} to the outbox", rate, "moves/s", beside, at_least(50))
    # Rounds are compared one by one: the machine's own speed varies more than what is compared.
    beside = ("to the outbox", median(delivered) / median(map(truediv, delivered, acted_on)))
    yield Figure("moves", f"{spec} delivered", median(delivered), "moves/s", beside, at_least(0.9))


async def _to_floor(folder: Path, letters: Sequence[Letter]) -> float:
    with floor(folder) as server:
        return len(letters) / await send_all(server.port, letters, CONNECTIONS, reuse=True)


async def _to_outbox(data: Path, letters: Sequence[Letter]) -> float:
    with pbm(data) as server:
        ledger = Ledger(data)
        await send_all(server.port, letters[:WARM], 1, reuse=True)
        await ledger.settled()
        before, start, measured = ledger.mails, monotonic(), letters[WARM:]
        await send_all(server.port, measured, CONNECTIONS, reuse=True)
        return len(measured) / (await ledger.mails_reach(before + 2 * len(measured)) - start)


async def _to_sink(data: Path, letters: Sequence[Letter]) -> float:
    async with sink() as taken:
        with pbm(data, f"smtp://127.0.0.1:{taken.port}") as server:
            await send_all(server.port, letters[:WARM], 1, reuse=True)
            await taken.wait_for(2 * WARM, _PATIENCE)
            start, measured = monotonic(), letters[WARM:]
            await send_all(server.port, measured, CONNECTIONS, reuse=True)
            return len(measured) / (await taken.wait_for(2 * len(letters), _PATIENCE) - start)


def _one_process_each(data: Path, letters: Sequence[Letter]) -> float:
    start = monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda letter: _pipe(data, letter), letters))
    return len(letters) / (monotonic() - start)


def _pipe(data: Path, letter: Letter) -> None:
    envelope = ("--sender", letter.sender, "--recipient", letter.recipient)
    command = [*pbm_command(data), "deliver", *envelope]
    subprocess.run(command, cwd=ROOT, input=letter.raw, check=True)
