"""Make a copy of pbm whose programs think several times as fast, compiled by Cython.

Nothing needs it but long series, such as ``python -m tests.trials.strength``. The sources are the
same; a file ``.pxd`` beside a module says which of its integers fit 64 bits. The Python that runs
this needs Cython, setuptools and a C compiler. Afterwards the games of both are compared.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("mail_templates", "pbm", "rules", "scripts", "tests")

UNTYPED = (
    "search.py",
    "dvonn/engine/view.py",
    "dvonn/moves.py",
    "dvonn/state.py",
    "gyges/board.py",
    "gyges/classic.py",
    "gyges/engine/goals.py",
    "gyges/engine/sets.py",
    "gyges/engine/values.py",
    "gyges/engine/view.py",
    "gyges/kang.py",
    "gyges/modern.py",
    "gyges/moves.py",
    "gyges/relocation.py",
    "gyges/reserves.py",
    "gyges/rings.py",
    "gyges/search.py",
    "gyges/towers.py",
)
"""More modules of the rules that are compiled: those in which a search spends time."""

DECLARED = {Path("bits.py")}
"""Modules that stay in Python: their ``.pxd`` names functions of the C compiler instead."""


def copy(to: Path) -> None:
    """Copy the packages, in place of an earlier copy."""
    for name in COPIED:
        shutil.rmtree(to / name, ignore_errors=True)
        junk = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, to / name, symlinks=True, ignore=junk)


def modules(rules: Path) -> list[Path]:
    typed = {each.relative_to(rules).with_suffix(".py") for each in rules.rglob("*.pxd")}
    return [rules / each for each in sorted(typed - DECLARED | {*map(Path, UNTYPED)})]


def compile_in(to: Path) -> None:
    cythonize = [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "-3", "-j2"]
    options = ["-X", "annotation_typing=False"]  # an annotation ``int`` says nothing about 64 bits
    # By the path that they are imported by: Cython names each module after its packages.
    sources = modules(to / "pbm" / "rules")
    subprocess.run([*cythonize, *options, *sources], cwd=to, check=True)
    shutil.rmtree(to / "build", ignore_errors=True)


def played(directory: Path, games: int) -> list[str]:
    """Play games in a copy, and return the lines that tell of them."""
    command = [sys.executable, "-m", "tests.trials.moves", f"--games={games}"]
    done = subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def compare(directory: Path, games: int) -> None:
    """Compare the games of a copy with those of this checkout, and print the CPU seconds of both.

    :raises SystemExit: if the moves of a game differ
    """
    for own, copied in zip(played(ROOT, games), played(directory, games), strict=True):
        seconds, moves = own.split(" ", 1)
        fewer, same = copied.split(" ", 1)
        if moves != same:
            sys.exit(f"error: these games differ:\n{moves}\n{same}")
        print(f"{moves.split()[0]}: the same game in {seconds} and {fewer} s of CPU")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, help="where to make the copy")
    parser.add_argument("--games", type=int, default=2, help="how many of each rule set to compare")
    chosen = parser.parse_args()
    directory = chosen.directory.resolve()
    copy(directory)
    compile_in(directory)
    compare(directory, chosen.games)


if __name__ == "__main__":
    main()
