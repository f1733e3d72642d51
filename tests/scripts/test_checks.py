"""The checks of a change: what ``scripts/check`` runs, pre-commit runs too."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

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
    assert re.findall(r"^(scripts/\w+)", CHECK, re.MULTILINE) == ["scripts/lint", "scripts/test"]
    assert hooks() == {**lint, "tests": 'scripts/test -q -m "not slow"'}
