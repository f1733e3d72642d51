"""``audit``: moves that ``pbm audit`` replays and compares per second."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_least
from scripts.benchmarks.filling import fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import ROOT, pbm_command

SPECS = {"gyges/classic": 60, "dvonn/standard": 60}
GAMES, COURSES = 2000, 200


def measure(folder: Path) -> Iterator[Figure]:
    for spec, played in SPECS.items():
        data = folder / f"audit-{spec.replace('/', '-')}"
        fill(data, [course(spec, played, seed) for seed in range(COURSES)], played, GAMES)
        start = monotonic()
        subprocess.run([*pbm_command(data), "audit"], cwd=ROOT, check=True)
        rate = Ledger(data).moves / (monotonic() - start)
        yield Figure("audit", spec, rate, "moves/s", bound=at_least(20_000))
