"""The wheel that the tests of packaging install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("pbm", "rules", "mail_templates", "scripts", "tests", ".ci")


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout: setuptools would include files of an earlier build."""
    copied, junk = tmp_path_factory.mktemp("checkout"), ignore_patterns("__pycache__")
    for folder in FOLDERS:
        copytree(ROOT / folder, copied / folder, symlinks=True, ignore=junk)
    for file in filter(Path.is_file, ROOT.iterdir()):
        copy(file, copied)
    # In a git worktree, .git is a file and was copied.
    (copied / ".git").unlink(missing_ok=True)
    _commit(copied)
    return copied


@pytest.fixture(scope="session")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(checkout, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def sdist(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("sdist")
    build = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, built], check=True, cwd=checkout)
    (found,) = built.iterdir()
    return found


def build_wheel(tree: Path, folder: Path) -> Path:
    """Build the wheel of a tree in a folder of its own, and return its path."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, tree], check=True)
    (found,) = folder.glob("*.whl")
    return found


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel by their paths, without the list of their hashes."""
    with ZipFile(wheel) as archive:
        names = (name for name in archive.namelist() if not name.endswith("/RECORD"))
        return {name: archive.read(name) for name in names}


def _commit(folder: Path) -> None:
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "All of it"]):
        subprocess.run([*git, *command], check=True)
