"""``growth``: the cost of a move late in a game and on a full server; memory, disk, start-up.

Costs are CPU time of the server and its workers, which other load on the machine changes least. The
servers to be compared are measured alternately. Except with ten games, every move is on a board
that is not in the server's cache.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median

from scripts.benchmarks.client import Letter, send_all
from scripts.benchmarks.courses import Course, course
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.filling import DOMAIN, fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import Server, pbm
from scripts.benchmarks.replies import replies

SPEC = "gyges/classic"
FEW, MANY = 10, 100_000
MOVES, ROUNDS, COURSES, CONNECTIONS = 620, 20, 20, 10
WARM = 20
"""Letters sent before measuring, so that loading modules for the first one is not measured."""
EARLY, LATE, PLAYED = 2, 200, 6
STARTS = 5
_MIB = 1 << 20


@dataclass(frozen=True)
class Moves:
    """The letters to send to the server of a data directory."""

    data: Path
    letters: Sequence[Letter]


@dataclass(frozen=True)
class Load:
    """The CPU time of the server for some moves, and its memory after them."""

    milliseconds: float
    disk_bytes: float
    memory: tuple[int, int]


def measure(folder: Path, games: int = MANY) -> Iterator[Figure]:
    yield from _starting(folder / "empty")
    plies = [_ply(folder / f"ply{played}", played) for played in (EARLY, LATE)]
    early, late = asyncio.run(_loads(*plies))
    yield _cost(f"a move at ply {LATE}", late, (f"at ply {EARLY}", early), 1.3)
    full = [_games(folder / f"games{count}", count) for count in (FEW, games)]
    few, many = asyncio.run(_loads(*full))
    yield _cost(f"a move among {games} games", many, (f"among {FEW}", few), 1.1)
    yield from _memory(f"with {games} games", many.memory, 120)
    yield Figure("growth", "database", few.disk_bytes / 1024, "KiB/move")


def _starting(data: Path) -> Iterator[Figure]:
    seconds, memory = [], (0, 0)
    for _ in range(STARTS):
        with pbm(data) as server:
            seconds.append(server.started_in)
            asyncio.run(_answered(data, server.port))
            memory = server.memory
    yield Figure("growth", "start-up", median(seconds), "s", bound=at_most(1.5))
    yield from _memory("idle", memory, 80)


async def _answered(data: Path, port: int) -> None:
    """Wait until a letter was acted on, since workers may start after the server listens."""
    hello = Letter("stranger@example.net", f"pbm@{DOMAIN}", b"From: stranger@example.net\r\n\r\n")
    await send_all(port, [hello], 1, reuse=True)
    await Ledger(data).settled()


def _memory(when: str, memory: tuple[int, int], most: float) -> Iterator[Figure]:
    ours, workers = (size / _MIB for size in memory)
    yield Figure("growth", f"main process {when}", ours, "MiB", bound=at_most(most))
    yield Figure("growth", f"its workers {when}", workers, "MiB")


def _cost(what: str, load: Load, beside: tuple[str, Load], most: float) -> Figure:
    other = (beside[0], beside[1].milliseconds)
    return Figure("growth", what, load.milliseconds, "ms of CPU", other, at_most(most))


def _ply(data: Path, played: int) -> Moves:
    courses = _courses(played + 1)
    boards = fill(data, courses, played, MOVES)
    return Moves(data, replies(data, courses, boards, played))


def _games(data: Path, count: int) -> Moves:
    """The letters for a server with ``count`` games; with only ten, several for each game."""
    each = MOVES // FEW if count < MOVES else 1
    courses = _courses(PLAYED + MOVES // FEW)
    boards = fill(data, courses, PLAYED, count)[:: max(1, count * each // MOVES)]
    return Moves(data, replies(data, courses, boards, PLAYED, each)[:MOVES])


def _courses(plies: int) -> Sequence[Course]:
    return [course(SPEC, plies, seed) for seed in range(COURSES)]


async def _loads(*cases: Moves) -> Sequence[Load]:
    """Run all servers at the same time, and send some letters to each in turn."""
    with ExitStack() as stack:
        runs = [_Run(stack.enter_context(pbm(moves.data)), moves) for moves in cases]
        for run in runs:
            await run.warm_up()
        for _ in range(ROUNDS):
            for run in runs:
                await run.take((MOVES - WARM) // ROUNDS)
        return [run.load() for run in runs]


class _Run:
    def __init__(self, server: Server, moves: Moves) -> None:
        self._server, self._ledger = server, Ledger(moves.data)
        self._letters = iter(moves.letters)
        self._taken = 0

    async def warm_up(self) -> None:
        await self.take(WARM)
        self._taken = 0
        self._cpu, self._size = self._server.cpu_seconds, self._ledger.bytes_used

    async def take(self, count: int) -> None:
        """Send some letters, and wait for the mails that they cause."""
        letters, mails = list(islice(self._letters, count)), self._ledger.mails
        await send_all(self._server.port, letters, CONNECTIONS, reuse=True)
        await self._ledger.mails_reach(mails + 2 * len(letters))
        self._taken += len(letters)

    def load(self) -> Load:
        spent = self._server.cpu_seconds - self._cpu
        grown = self._ledger.bytes_used - self._size
        return Load(1000 * spent / self._taken, grown / self._taken, self._server.memory)
