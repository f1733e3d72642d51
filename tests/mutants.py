"""Break the product at random and see whether a test fails: ``python -m tests.mutants``.

First the fast tests of the packages run once, and the lines that each test executes are recorded.
Then each mutant runs against the tests that execute its statement, the nearest ones first, until
one fails or the time is over. The transcripts run against each mutant that survives. The table and
the list of survivors are printed in Markdown.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from pathlib import Path, PurePosixPath
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

import click
from coverage import CoverageData

from tests.mutations import Mutation, mutations, replace_source

ROOT = Path(__file__).parents[1]
BROKEN = ("pbm/core", "pbm/inbox", "pbm/mail/quotes.py", "pbm/play", "rules")
CONTROLS = 5
"""As a control, the tests of this many mutants must pass without the mutation."""
TRANSCRIPTS = "tests/end_to_end/transcripts"
REPORT, COVERAGE = "report.txt", "coverage"
# Tests that start servers as other processes are left out: the lines that servers execute are not
# recorded.
_TESTS = ("tests/pbm", "tests/rules")
# Only lines are recorded: with branches the record takes gigabytes.
_COVERAGE = "[run]\nsource = pbm, rules\nomit = pbm/cli/*, pbm/smtp/*, pbm/store/*\n"
_PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")
_UNTIL_ONE_FAILS = ("-x", "-q", "--tb=no")
# A line such as "0.02s setup    tests/rules/test_perft.py::test_counts[gyges/classic]".
_DURATION = re.compile(r"([\d.]+)s (?:setup|call|teardown) +(tests/.+)")


class Outcome(StrEnum):
    KILLED = "killed"
    SURVIVED = "survived"


@dataclass(frozen=True)
class Mutant:
    path: PurePosixPath
    mutation: Mutation
    source: str

    @property
    def package(self) -> str:
        """The folder of the mutant's package, such as ``pbm/core`` or ``rules``."""
        parts = self.path.parts
        return "/".join(parts[:2]) if parts[0] == "pbm" else parts[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.mutation.line}: {self.mutation.described(self.source)}"


@dataclass(frozen=True)
class Tests:
    """The lines that each test executes, and the seconds that it takes."""

    seconds: Mapping[str, float]
    lines: Mapping[PurePosixPath, Mapping[int, Sequence[str]]]

    @classmethod
    def read(cls, folder: Path) -> Tests:
        data = CoverageData(str(folder / COVERAGE))
        data.read()
        lines = {
            PurePosixPath(Path(file).relative_to(ROOT)): {
                line: sorted({context.partition("|")[0] for context in contexts} - {""})
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        seconds: defaultdict[str, float] = defaultdict(float)
        for duration, test in _DURATION.findall((folder / REPORT).read_text()):
            seconds[test] += float(duration)
        return cls(seconds, lines)

    def of(self, mutant: Mutant, seconds: float) -> Sequence[str]:
        """The tests that may notice the mutant, the likeliest first, for ``seconds`` in sum."""
        chosen: list[str] = []
        left = seconds
        for test in sorted(self._concerned(mutant), key=lambda test: self._order(mutant, test)):
            if self.seconds.get(test, 0) <= left:
                left -= self.seconds.get(test, 0)
                chosen.append(test)
        return chosen

    def _concerned(self, mutant: Mutant) -> Iterable[str]:
        """The tests that execute the statement; not known for tables of modules, which run once."""
        lines = self.lines.get(mutant.path, {})
        statement = range(mutant.mutation.line, mutant.mutation.last_line + 1)
        found = {test for line in statement for test in lines.get(line, ())}
        found = found or {test for tests in lines.values() for test in tests}
        return found or self.seconds

    def _order(self, mutant: Mutant, test: str) -> tuple[bool, int, float]:
        """A sort key: tests of the module itself, then of the nearest folder, then quick ones."""
        file = PurePosixPath(test.partition("::")[0])
        is_own = file.stem == f"test_{mutant.path.stem}"
        folders = zip(("tests", *mutant.path.parent.parts), file.parent.parts, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], folders))
        return not is_own, -shared, self.seconds.get(test, 0)


class Trees:
    """Copies of the checkout, one for each mutant that is tried at the same time."""

    def __init__(self, folder: Path, number: int) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        for name in range(number):
            self._free.put(_copied(folder / str(name)))

    @contextmanager
    def whole(self) -> Iterator[Path]:
        tree = self._free.get()
        try:
            yield tree
        finally:
            self._free.put(tree)

    @contextmanager
    def broken(self, mutant: Mutant) -> Iterator[Path]:
        with self.whole() as tree:
            file = tree / mutant.path
            replace_source(file, mutant.mutation.applied(mutant.source))
            try:
                yield tree
            finally:
                replace_source(file, mutant.source)


def sample(number: int, seed: int) -> Sequence[Mutant]:
    """The mutants that a seed gives, chosen evenly among all possible ones."""
    return Random(seed).sample(list(_all_mutants()), number)


def _all_mutants() -> Iterator[Mutant]:
    for name in BROKEN:
        path = ROOT / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            source = file.read_text(encoding="utf-8")
            relative = PurePosixPath(file.relative_to(ROOT))
            yield from (Mutant(relative, mutation, source) for mutation in mutations(source))


def record(folder: Path, jobs: int) -> Tests:
    """Run the fast tests once, on code without a mutation.

    :raises click.ClickException: if a test fails
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "coveragerc").write_text(_COVERAGE)
    what = ["--cov", f"--cov-config={folder / 'coveragerc'}", "--cov-context=test", "--cov-report="]
    done = subprocess.run(
        [*_PYTEST, "-q", "-n", str(jobs), "--durations=0", "--durations-min=0", *what, *_TESTS],
        cwd=ROOT,
        env={**os.environ, "COVERAGE_FILE": str(folder / COVERAGE)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    (folder / REPORT).write_text(done.stdout)
    if done.returncode:
        raise click.ClickException(f"a test fails without a mutant: see {folder / REPORT}")
    return Tests.read(folder)


@dataclass(frozen=True)
class Trial:
    """A way to try mutants.

    seconds: the time for the tests that execute a mutant, measured without a mutation.
    last: further tests, without a time limit, for a mutant that survives the others.
    """

    trees: Trees
    tests: Tests
    seconds: float
    last: Sequence[str]

    def outcome(self, mutant: Mutant) -> Outcome:
        """A mutant that makes the tests hang counts as killed."""
        chosen = self.tests.of(mutant, self.seconds)
        with self.trees.broken(mutant) as tree:
            if chosen and _fails(tree, chosen, 60 + 4 * self.seconds):
                return Outcome.KILLED
            return Outcome.KILLED if self._last_fail(tree) else Outcome.SURVIVED

    def check(self, mutants: Sequence[Mutant]) -> None:
        """:raises click.ClickException: if a test fails in a tree without a mutation"""
        chosen = {test for mutant in mutants for test in self.tests.of(mutant, self.seconds)}
        with self.trees.whole() as tree:
            if _fails(tree, sorted(chosen), 3600) or self._last_fail(tree):
                raise click.ClickException("a test fails without a mutant in a copy of the tree")

    def _last_fail(self, tree: Path) -> bool:
        return bool(self.last) and _fails(tree, ["-m", "", *self.last], 900)


def _fails(tree: Path, words: Sequence[str], seconds: float) -> bool:
    arguments = tree / "arguments"
    arguments.write_text("\n".join(words))
    try:
        done = subprocess.run(
            [*_PYTEST, *_UNTIL_ONE_FAILS, f"@{arguments}"],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _copied(tree: Path) -> Path:
    files = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    for name in filter(None, files.split("\0")):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name, follow_symlinks=False)
    return tree


def table(outcomes: Mapping[Mutant, Outcome]) -> Iterator[str]:
    """Yield a row for each package, and then every survivor."""
    yield "| where | mutants | killed | |\n|---|--:|--:|--:|"
    packages = sorted({mutant.package for mutant in outcomes})
    for package in packages:
        yield _row(
            package, [each for mutant, each in outcomes.items() if mutant.package == package]
        )
    yield _row("all", list(outcomes.values()))
    yield ""
    for mutant, each in outcomes.items():
        if each is Outcome.SURVIVED:
            yield f"- `{mutant}`"


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    killed = outcomes.count(Outcome.KILLED)
    return f"| {name} | {len(outcomes)} | {killed} | {killed / len(outcomes):.0%} |"


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--count", default=300, show_default=True, help="How many mutants.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="At the same time.")
@click.option("--seconds", default=60.0, show_default=True, help="Of tests for each mutant.")
@click.option("--last", multiple=True, default=[TRANSCRIPTS], help="Tests for what survives these.")
@click.option("--only", type=int, multiple=True, help="The number of one of them, from 1.")
@click.option("--record", "folder", type=click.Path(path_type=Path), help="Kept there, used again.")
def main(
    seed: int,
    count: int,
    jobs: int,
    seconds: float,
    last: Sequence[str],
    only: Sequence[int],
    folder: Path | None,
) -> None:
    """Break the product at random, and print which mutants no test fails for."""
    with TemporaryDirectory(prefix="mutants-") as temporary:
        # Some tests run the code as another user.
        Path(temporary).chmod(0o755)
        kept = folder or Path(temporary, "record")
        tests = Tests.read(kept) if (kept / REPORT).exists() else record(kept, jobs)
        mutants = sample(count, seed)
        mutants = [mutants[number - 1] for number in only] or mutants
        trial = Trial(Trees(Path(temporary), jobs), tests, seconds, last)
        trial.check(mutants[:CONTROLS])
        with ThreadPoolExecutor(jobs) as pool:
            tried = pool.map(trial.outcome, mutants)
            outcomes = dict(zip(mutants, _told(mutants, tried), strict=True))
    print(*table(outcomes), sep="\n")


def _told(mutants: Sequence[Mutant], tried: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes, each printed as soon as it is known."""
    for number, (mutant, each) in enumerate(zip(mutants, tried, strict=True), 1):
        print(f"{number:4} {each:8} {mutant}", file=sys.stderr)
        yield each


if __name__ == "__main__":
    main()
