"""``scripts/bench --against COMMIT``: compare the CPU time of this checkout with another commit's.

The two checkouts take turns, so that other load on the machine affects both alike.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from scripts.benchmarks.processes import ROOT

PROBE = Path(__file__).with_name("probe.py").read_bytes()

Sample = Mapping[str, float]

_WITHOUT_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def compare(commit: str, pairs: int) -> Iterator[str]:
    """Yield the lines of a table: each figure before and after, and the median of their ratios.

    In brackets are the smallest and the largest ratio. With seven pairs, that is a confidence
    interval of 98 % for the median.
    """
    with _checkout(commit) as before:
        for checkout in (before, ROOT):
            _compile(checkout)
        taken = [_pair(before, number) for number in range(pairs)]
    yield f"{'CPU':36} {commit[:10]:>10} {'now':>10}   ratio"
    for name in taken[0][0]:
        ratios = sorted(after[name] / old[name] for old, after in taken)
        old, new = (median(each[side][name] for each in taken) for side in (0, 1))
        interval = f"[{ratios[0]:.2f}, {ratios[-1]:.2f}]"
        yield f"{name:36} {old:10.3g} {new:10.3g}   {median(ratios):.2f} {interval}"


def _pair(before: Path, number: int) -> tuple[Sample, Sample]:
    """Measure both checkouts once. Each of them comes first in every other pair."""
    print(f"pair {number + 1}", file=sys.stderr)
    order: Sequence[Path] = (before, ROOT) if number % 2 else (ROOT, before)
    found = {checkout: _measured(checkout) for checkout in order}
    return found[before], found[ROOT]


def _compile(checkout: Path) -> None:
    """Keep the bytecode of a checkout, as an installed program does.

    Otherwise each start may compile what it imports: a tenth of the time of an audit.
    """
    environment = {key: value for key, value in os.environ.items() if key != _WITHOUT_BYTECODE}
    command = [
        sys.executable,
        "-m",
        "compileall",
        "-q",
        "pbm",
        "rules",
        "mail_templates",
        "scripts",
    ]
    subprocess.run(command, cwd=checkout, env=environment, check=True)


def _measured(checkout: Path) -> Sample:
    done = subprocess.run(
        # From standard input: Python would put a file's folder before the checkout on sys.path.
        [sys.executable, "-"],
        input=PROBE,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        check=True,
        stdout=subprocess.PIPE,
    )
    sample: Sample = json.loads(done.stdout)
    return sample


@contextmanager
def _checkout(commit: str) -> Iterator[Path]:
    with TemporaryDirectory(prefix="bench-") as folder:
        checkout = Path(folder) / "before"
        _git("worktree", "add", "--detach", str(checkout), commit)
        try:
            yield checkout
        finally:
            _git("worktree", "remove", "--force", str(checkout))


def _git(*words: str) -> None:
    subprocess.run(
        ["git", *words],  # noqa: S607 (the one on the PATH)
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
