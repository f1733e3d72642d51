"""``rules``: positions, written moves and perft leaves per second, for each rule set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scripts.bench_rules import measure as measure_rules
from scripts.benchmarks.figures import Figure, at_least

WANTED = {
    ("gyges/classic", "positions"): 3_000,
    ("dvonn/standard", "positions"): 60_000,
    ("dvonn/standard", "leaves"): 2_500_000,
}


def measure(folder: Path) -> Iterator[Figure]:  # noqa: ARG001 (the sections' signature)
    for spec, figures in measure_rules().items():
        for name, rate in figures.items():
            wanted = WANTED.get((spec, name))
            bound = None if wanted is None else at_least(wanted)
            yield Figure("rules", f"{spec} {name}", rate, "a CPU second", bound=bound)
