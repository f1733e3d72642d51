"""Run long series of trials, all or those named, and print a row of README.md for each.

``scripts/trials [NAME...] [--size N]``
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory

from tests.trials.series import SERIES

HEAD = ("trial", "tried", "found", "CPU s", "date", "commit")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/trials", description="Run long series.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SERIES))
    parser.add_argument("--size", type=int, help="how often to try, instead of the full size")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in SERIES]
    if unknown:
        parser.error(f"there is no series {unknown[0]}; there are {', '.join(SERIES)}")
    print(row(HEAD))
    print("|---" * len(HEAD) + "|")
    for name in options.names or SERIES:
        print(row(run(name, options.size or SERIES[name].size)), flush=True)


def run(name: str, size: int) -> Sequence[object]:
    """The fields of HEAD."""
    series, before = SERIES[name], cpu_seconds()
    with TemporaryDirectory() as folder:
        found = series.run(size, Path(folder))
    spent = round(cpu_seconds() - before)
    return name, f"{size:,} {series.units}", found, spent, f"{datetime.now(UTC):%Y-%m-%d}", commit()


def cpu_seconds() -> float:
    """CPU time of this process and of the child processes that it has waited for."""
    used = map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def commit() -> str:
    """The commit that was tried."""
    git = ["git", "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(git, check=True, capture_output=True, text=True).stdout.strip()


def row(fields: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, fields))} |"


if __name__ == "__main__":
    main()
