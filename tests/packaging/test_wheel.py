"""The wheel: its files, its metadata, and the program that it installs."""

from __future__ import annotations

import os
import re
import subprocess
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from pbm import __version__

ROOT = Path(__file__).parents[2]
PACKAGES = ("pbm", "rules", "mail_templates")

pytestmark = pytest.mark.slow


def test_the_wheel_holds_the_packages_file_for_file(wheel: Path) -> None:
    tree = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == tree | {"pbm/commit.txt"}


def test_the_metadata_of_the_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        info = f"pbm-{__version__}.dist-info"
        metadata = archive.read(f"{info}/METADATA").decode()
        entry_points = archive.read(f"{info}/entry_points.txt").decode()
        (license_file,) = (name for name in archive.namelist() if name.endswith("/LICENSE"))
        assert "MIT License" in archive.read(license_file).decode()
    assert "Name: pbm\n" in metadata
    assert "Requires-Python: >=3.11\n" in metadata
    assert "pbm = pbm.cli:main" in entry_points


def test_the_installed_program_plays_a_move_from_an_empty_directory(
    wheel: Path, tmp_path: Path
) -> None:
    empty, home = tmp_path / "empty", tmp_path / "with space"
    empty.mkdir()
    venv.create(home, with_pip=True, symlinks=True)
    pip = [str(home / "bin" / "pip"), "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--constraint", ROOT / "constraints.txt", wheel], check=True)
    version = subprocess.run([home / "bin" / "pbm", "--version"], capture_output=True, check=True)
    assert re.fullmatch(rb"pbm \S+ \([0-9a-f]{10}\)\n", version.stdout)
    played = subprocess.run(
        [home / "bin" / "pbm", "rules", "play", "gyges/classic", "start", "231123", "321123"],
        cwd=empty,
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
        check=True,
    )
    assert played.stdout.splitlines() == [
        "....../....../....../....../....../231123 n",
        "321123/....../....../....../....../231123 s",
    ]
