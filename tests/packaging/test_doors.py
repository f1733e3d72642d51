"""The rules import only the standard library, and pbm imports the rules in two places."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "rules" / "plugins"
RULES = sorted(each for each in (ROOT / "rules").rglob("*.py") if PLUGINS not in each.parents)
"""Those of the plugins, which are distributions of their own, are left out."""
PBM = sorted((ROOT / "pbm").rglob("*.py"))


def imported(file: Path) -> Iterator[tuple[int, str]]:
    """Yield level and name of each import in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.level, f"{node.module or ''}.{alias.name}") for alias in node.names)


def test_there_are_files_to_check() -> None:
    assert len(RULES) > 10
    assert len(PBM) > 10


def absolute(file: Path) -> set[str]:
    """The top-level packages of a file's absolute imports."""
    return {name.partition(".")[0] for level, name in imported(file) if level == 0}


def test_rules_import_the_standard_library_and_themselves_relatively() -> None:
    assert [each for each in RULES if absolute(each) - sys.stdlib_module_names] == []


def test_the_rules_use_no_clock_and_no_files() -> None:
    banned = {"datetime", "io", "os", "pathlib", "socket", "sys", "time"}
    assert [each for each in RULES if absolute(each) & banned] == []


def test_only_core_games_and_the_host_of_plugins_import_the_rules() -> None:
    importing = [
        file for file in PBM if any(name.startswith("pbm.rules") for _, name in imported(file))
    ]
    assert [each for each in importing if each.parent != ROOT / "pbm" / "plugins"] == [
        ROOT / "pbm" / "core" / "games.py"
    ]
