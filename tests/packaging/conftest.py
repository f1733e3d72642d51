"""The wheel that the tests of packaging install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("pbm", "rules", "mail_templates")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy: setuptools would include files of an earlier build."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for package in PACKAGES:
        copytree(ROOT / package, source / package, ignore=ignore_patterns("__pycache__"))
    for file in filter(Path.is_file, ROOT.iterdir()):
        copy(file, source)
    # In a git worktree, .git is a file and was copied.
    (source / ".git").unlink(missing_ok=True)
    _commit(source)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", built, source], check=True)
    (found,) = built.glob("*.whl")
    return found


def _commit(folder: Path) -> None:
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "All of it"]):
        subprocess.run([*git, *command], check=True)
