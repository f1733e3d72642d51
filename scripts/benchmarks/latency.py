"""``latency``: from the end of DATA to the reply at the sink, at several rates of moves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles
from time import monotonic

from scripts.benchmarks.client import Letter, connected
from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.filling import fill
from scripts.benchmarks.processes import pbm
from scripts.benchmarks.replies import replies
from scripts.benchmarks.sink import Sink, sink

SPEC, PLAYED, COURSES, CONNECTIONS = "gyges/classic", 12, 100, 25
SECONDS = {1: 10, 10: 10, 50: 10}
"""Duration of each rate, by moves per second."""

WARM = 10
"""Letters sent before measuring, so that loading modules for the first one is not measured."""

_PATIENCE = 60.0


def measure(folder: Path) -> Iterator[Figure]:
    data = folder / "latency"
    courses = [course(SPEC, PLAYED + 1, seed) for seed in range(COURSES)]
    needed = sum(WARM + rate * seconds for rate, seconds in SECONDS.items())
    boards = fill(data, courses, PLAYED, needed)
    waiting = iter(replies(data, courses, boards, PLAYED))
    for rate, seconds in SECONDS.items():
        warm = [next(waiting) for _ in range(WARM)]
        letters = [next(waiting) for _ in range(rate * seconds)]
        found = asyncio.run(delays(data, warm, letters, rate))
        middle, worst = percentile(found, 50), percentile(found, 99)
        wanted = at_most(100) if rate == 50 else None
        yield Figure("latency", f"p50 at {rate} moves/s", middle, "ms")
        yield Figure("latency", f"p99 at {rate} moves/s", worst, "ms", bound=wanted)


def percentile(found: Sequence[float], number: int) -> float:
    return quantiles(found, n=100, method="inclusive")[number - 1]


async def delays(
    data: Path, warm: Sequence[Letter], letters: Sequence[Letter], rate: int
) -> list[float]:
    """The delay of each letter in ms. Letters are sent on schedule, even if others are late."""
    async with sink() as taken:
        with pbm(data, f"smtp://127.0.0.1:{taken.port}") as server:
            await _send_at(server.port, warm, WARM)
            await taken.wait_for(2 * WARM, _PATIENCE)
            sent = await _send_at(server.port, letters, rate)
            await taken.wait_for(2 * (WARM + len(letters)), _PATIENCE)
    return _between(letters, sent, taken)


async def _send_at(port: int, letters: Sequence[Letter], rate: int) -> list[float]:
    start = monotonic()
    due = iter([(start + number / rate, letter) for number, letter in enumerate(letters)])
    sent = await asyncio.gather(*(_send_due(port, due) for _ in range(CONNECTIONS)))
    return [at for _, at in sorted(pair for pairs in sent for pair in pairs)]


async def _send_due(port: int, due: Iterator[tuple[float, Letter]]) -> list[tuple[float, float]]:
    """Send letters when due. Return, for each, when it was due and when its last byte was sent."""
    sent = []
    async with connected(port) as client:
        for at, letter in due:
            await asyncio.sleep(at - monotonic())
            sent.append((at, await client.send(letter)))
    return sent


def _between(letters: Sequence[Letter], sent: Sequence[float], taken: Sink) -> list[float]:
    pairs = zip(letters, sent, strict=True)
    return [1000 * (taken.answered[letter.message_id] - at) for letter, at in pairs]
