"""Run long series of trials, all or those named, and print a row of README.md for each.

``scripts/trials [NAME...] [--size N]``
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.trials.series import SERIES

HEAD = ("trial", "found")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/trials", description="Run long series.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SERIES))
    parser.add_argument("--size", type=int, help="how often to try, instead of the full size")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in SERIES]
    if unknown:
        parser.error(f"there is no series {unknown[0]}; there are {', '.join(SERIES)}")
    print(row(HEAD))
    print("|---|---|")
    for name in options.names or SERIES:
        print(row(run(name, options.size or SERIES[name].size)), flush=True)


def run(name: str, size: int) -> Sequence[object]:
    """The fields of HEAD."""
    series = SERIES[name]
    with TemporaryDirectory() as folder:
        found = series.run(size, Path(folder))
    return name, f"{size:,} {series.units}: {found}"


def row(fields: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, fields))} |"


if __name__ == "__main__":
    main()
