"""Print CPU seconds of the current checkout as JSON, for ``scripts/bench --against``.

This file also runs in older checkouts, so it may use only those parts of ``scripts.benchmarks``
that have been there from the beginning.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.benchmarks.client import Letter, send_all
from scripts.benchmarks.courses import course
from scripts.benchmarks.filling import fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import ROOT, pbm, pbm_command
from scripts.benchmarks.replies import replies

SPECS = {"gyges/classic": 12, "dvonn/standard": 60}
WARM, MOVES, COURSES, GAMES = 20, 300, 100, 300


def probe(folder: Path) -> Iterator[tuple[str, float]]:
    for spec, played in SPECS.items():
        courses = [course(spec, played + 1, seed) for seed in range(COURSES)]
        data = folder / spec.replace("/", "-")
        boards = fill(data, courses, played, WARM + MOVES)
        letters = replies(data, courses, boards, played)
        yield f"{spec}: a move, ms", asyncio.run(_a_move(data, letters)) * 1e3
        audited = folder / f"audit-{spec.replace('/', '-')}"
        fill(audited, [course(spec, 60, seed) for seed in range(COURSES)], 60, GAMES)
        yield f"{spec}: a move audited, us", _an_audit(audited) * 1e6


async def _a_move(data: Path, letters: Sequence[Letter]) -> float:
    """CPU seconds per move, of the server and its workers."""
    with pbm(data) as server:
        ledger = Ledger(data)
        await send_all(server.port, letters[:WARM], 1, reuse=True)
        await ledger.settled()
        before, used, measured = ledger.mails, server.cpu_seconds, letters[WARM:]
        await send_all(server.port, measured, 50, reuse=True)
        await ledger.mails_reach(before + 2 * len(measured))
        return (server.cpu_seconds - used) / len(measured)


def _an_audit(data: Path) -> float:
    """CPU seconds per audited move, start-up included."""
    before = _children()
    subprocess.run([*pbm_command(data), "audit"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return (_children() - before) / Ledger(data).moves


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    with TemporaryDirectory(prefix="bench-") as temporary:
        print(json.dumps(dict(probe(Path(temporary)))))
