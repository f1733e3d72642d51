"""The sdist: it holds the whole tree, builds the same wheel, and its tests run."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from pbm import __version__
from tests.packaging.conftest import FOLDERS, contents

pytestmark = pytest.mark.slow

OF_BUILDS = ("PKG-INFO", "setup.cfg", "pbm/commit.txt")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder)
    return folder / f"pbm_server-{__version__}"


def held(tree: Path) -> dict[str, bytes]:
    """The files of a tree by their paths, without what git or a build put there."""
    folders = [file for folder in FOLDERS for file in (tree / folder).rglob("*")]
    files = {
        file.relative_to(tree).as_posix(): str(file.readlink()).encode()
        if file.is_symlink()
        else file.read_bytes()
        for file in (*folders, *tree.iterdir())
        if file.is_symlink() or file.is_file()
    }
    return {
        name: text
        for name, text in files.items()
        if name not in OF_BUILDS and "__pycache__" not in name
    }


def test_it_holds_the_whole_tree(checkout: Path, unpacked: Path) -> None:
    assert held(unpacked) == held(checkout)


def test_it_builds_the_wheel_of_the_checkout(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", tmp_path, unpacked], check=True)
    assert contents(tmp_path / wheel.name) == contents(wheel)


def test_its_tests_run(unpacked: Path) -> None:
    """Some of them: those of versions, which need git, of documents and of READMEs."""
    some = ["tests/pbm/test_version.py", "tests/test_documents.py", "tests/pbm/test_readmes.py"]
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *some]
    subprocess.run(pytest_, check=True, cwd=unpacked)
