"""The rules import only the standard library, and pbm imports the rules in one place."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "rules").rglob("*.py"))
PBM = sorted((ROOT / "pbm").rglob("*.py"))


def imported(file: Path) -> Iterator[tuple[int, str]]:
    """Yield level and top-level package of each import in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, (node.module or "").partition(".")[0]


def test_there_are_files_to_check() -> None:
    assert len(RULES) > 10
    assert len(PBM) > 10


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_rules_import_the_standard_library_and_themselves_relatively(file: Path) -> None:
    absolute = {name for level, name in imported(file) if level == 0}
    assert absolute <= sys.stdlib_module_names


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_rules_use_no_clock_and_no_files(file: Path) -> None:
    absolute = {name for level, name in imported(file) if level == 0}
    assert not absolute & {"datetime", "io", "os", "pathlib", "socket", "sys", "time"}


@pytest.mark.parametrize("file", PBM, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_core_games_imports_the_rules(file: Path) -> None:
    names = {name for level, name in imported(file) if level == 0}
    assert ("rules" in names) == (file == ROOT / "pbm" / "core" / "games.py")
