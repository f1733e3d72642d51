"""``growth``: what a move costs late in a game and on a full server; memory, disk, start-up.

Costs are CPU time of the server and its workers, which other programs on the machine change
least. Every move but those with ten games is on a board that the server has not had in hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from scripts.benchmarks.client import Letter, send_all
from scripts.benchmarks.courses import Course, course
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.filling import fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import pbm
from scripts.benchmarks.replies import replies

SPEC = "gyges/classic"
FEW, MANY = 10, 100_000
MOVES, COURSES, CONNECTIONS = 300, 20, 10
EARLY, LATE, PLAYED = 2, 200, 6
STARTS = 5
_MIB = 1 << 20


@dataclass(frozen=True)
class Load:
    """What the server used for some moves, and how large it was after them."""

    milliseconds: float
    disk_bytes: float
    memory: tuple[int, int]


def measure(folder: Path, games: int = MANY) -> Iterator[Figure]:
    yield from _starting(folder / "empty")
    early, late = (_ply(folder / f"ply{played}", played) for played in (EARLY, LATE))
    yield _cost(f"a move at ply {LATE}", late, (f"at ply {EARLY}", early), 1.3)
    few, many = (_games(folder / f"games{count}", count) for count in (FEW, games))
    yield _cost(f"a move among {games} games", many, (f"among {FEW}", few), 1.1)
    yield from _memory(f"with {games} games", many.memory, 120)
    yield Figure("growth", "database", few.disk_bytes / 1024, "KiB/move")


def _starting(data: Path) -> Iterator[Figure]:
    seconds, memory = [], (0, 0)
    for _ in range(STARTS):
        with pbm(data) as server:
            seconds.append(server.started_in)
            memory = server.memory
    yield Figure("growth", "start-up", median(seconds), "s", bound=at_most(1.5))
    yield from _memory("idle", memory, 80)


def _memory(when: str, memory: tuple[int, int], most: float) -> Iterator[Figure]:
    ours, workers = (size / _MIB for size in memory)
    yield Figure("growth", f"main process {when}", ours, "MiB", bound=at_most(most))
    yield Figure("growth", f"its workers {when}", workers, "MiB")


def _cost(what: str, load: Load, beside: tuple[str, Load], most: float) -> Figure:
    other = (beside[0], beside[1].milliseconds)
    return Figure("growth", what, load.milliseconds, "ms of CPU", other, at_most(most))


def _ply(data: Path, played: int) -> Load:
    courses = _courses(played + 1)
    boards = fill(data, courses, played, MOVES)
    return asyncio.run(_load(data, replies(data, courses, boards, played)))


def _games(data: Path, count: int) -> Load:
    """The same number of moves in all, on ten boards or on as many as there are moves."""
    each = MOVES // FEW if count < MOVES else 1
    courses = _courses(PLAYED + MOVES // FEW)
    boards = fill(data, courses, PLAYED, count)[:: max(1, count * each // MOVES)]
    return asyncio.run(_load(data, replies(data, courses, boards, PLAYED, each)[:MOVES]))


def _courses(plies: int) -> Sequence[Course]:
    return [course(SPEC, plies, seed) for seed in range(COURSES)]


async def _load(data: Path, letters: Sequence[Letter]) -> Load:
    ledger = Ledger(data)
    with pbm(data) as server:
        cpu, mails, size = server.cpu_seconds, ledger.mails, ledger.bytes_used
        await send_all(server.port, letters, CONNECTIONS, reuse=True)
        await ledger.mails_reach(mails + 2 * len(letters))
        spent = server.cpu_seconds - cpu
        return Load(
            1000 * spent / len(letters), (ledger.bytes_used - size) / len(letters), server.memory
        )
