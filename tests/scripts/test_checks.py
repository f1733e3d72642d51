"""The checks of a change: what ``scripts/check`` runs, pre-commit runs too."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.closing_line import closing_line
from tests.conftest import SLOW_TREES

ROOT = Path(__file__).parents[2]
LINT = (ROOT / "scripts" / "lint").read_text(encoding="utf-8")
CHECK = (ROOT / "scripts" / "check").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def hooks() -> dict[str, str]:
    """Return the command of each hook by its id."""
    ids = re.findall(r"- id: (\S+)", HOOKS)
    return dict(zip(ids, re.findall(r"entry: (.+)", HOOKS), strict=True))


def test_lint_runs_every_check_that_it_knows() -> None:
    (chosen,) = re.findall(r"set -- (.+)", LINT)
    assert chosen.split() == re.findall(r"^ +([a-z]+)\) ", LINT, re.MULTILINE)


def test_a_check_that_is_unknown_is_wrong_usage() -> None:
    ran = subprocess.run(
        [ROOT / "scripts" / "lint", "spelling"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "spelling" in ran.stderr


def test_pre_commit_runs_everything_that_check_runs() -> None:
    (chosen,) = re.findall(r"set -- (.+)", LINT)
    lint = {name: f"scripts/lint {name}" for name in chosen.split()}
    assert re.findall(r"^(scripts/\w+)", CHECK, re.MULTILINE) == ["scripts/lint"]
    assert re.findall(r"^tests (.+)", CHECK, re.MULTILINE) == ['fast "$@"', 'slow --slow "$@"']
    assert hooks() == {**lint, "tests": "scripts/test -q"}


def test_every_slow_tree_has_all_of_its_tests_in_the_slow_suite() -> None:
    trees = [str(Path("tests", tree)) for tree in SLOW_TREES if tree.endswith(".py")]
    assert collected("", trees) == collected("slow", trees) != set()


def collected(marks: str, trees: Sequence[str]) -> set[str]:
    """The tests that pytest selects."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n0", "-m", marks, *trees]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {line.partition("[")[0] for line in ran.stdout.split("\n") if "::" in line}


FAST = "..F\n=== 1 failed, 20 passed, 300 deselected, 2 warnings in 30.50s ===\n"
SLOW = "=== 299 passed, 1 skipped, 21 deselected in 600.25s (0:10:00) ===\n"


@pytest.mark.parametrize(
    ("outputs", "line"),
    [
        ([FAST, SLOW], "1 failed, 319 passed, 1 skipped, 2 warnings in 630.75s (0:10:30)"),
        ([FAST, "Killed\n"], "1 failed, 20 passed, 2 warnings, 1 errors in 30.50s (0:00:30)"),
        (["=== 1 error in 0.50s ===\n"], "1 errors in 0.50s (0:00:00)"),
        (["=== no tests ran in 0.50s ===\n"], "1 errors in 0.00s (0:00:00)"),
    ],
)
def test_one_line_closes_both_runs(outputs: Sequence[str], line: str) -> None:
    assert closing_line(outputs).strip("= ") == line
