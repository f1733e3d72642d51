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
FOLDERS = ("pbm", "rules", "mail_templates")

pytestmark = pytest.mark.slow


def test_the_wheel_holds_the_packages_file_for_file(wheel: Path) -> None:
    tree = {
        f"{'' if folder == 'pbm' else 'pbm/'}{file.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
        # Plugins are distributions of their own.
        if (ROOT / "rules" / "plugins") not in file.parents
        if file.suffix != ".pxd"  # only for scripts/compiled.py, which the wheel does not hold
    }
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == tree | {"pbm/commit.txt"}


def test_the_metadata_of_the_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        info = f"pbm_server-{__version__}.dist-info"
        metadata = archive.read(f"{info}/METADATA").decode()
        entry_points = archive.read(f"{info}/entry_points.txt").decode()
        (license_file,) = (name for name in archive.namelist() if name.endswith("/LICENSE"))
        assert "MIT License" in archive.read(license_file).decode()
    assert "Name: pbm-server\n" in metadata
    assert "Requires-Python: >=3.11\n" in metadata
    assert "License-File: LICENSE" in metadata
    assert metadata.count("Project-URL: ") == 3
    assert "pbm = pbm.cli:main" in entry_points


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``pbm``, installed as in the guide, without extras."""
    home = tmp_path_factory.mktemp("installed") / "with space"
    venv.create(home, with_pip=True, symlinks=True)
    pip = [str(home / "bin" / "pip"), "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--constraint", ROOT / "constraints.txt", wheel], check=True)
    return home / "bin" / "pbm"


def run(program: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program in a folder, with nothing of ours in its environment."""
    return subprocess.run(
        [program, *arguments],
        check=False,
        cwd=folder,
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
    )


def test_the_installed_program_plays_a_move_from_an_empty_directory(
    program: Path, tmp_path: Path
) -> None:
    version = run(program, "--version", folder=tmp_path)
    assert re.fullmatch(r"pbm \S+ \([0-9a-f]{10}\)\n", version.stdout)
    played = run(
        program, "rules", "play", "gyges/classic", "start", "231123", "321123", folder=tmp_path
    )
    assert played.stdout.splitlines() == [
        "....../....../....../....../....../231123 n",
        "321123/....../....../....../....../231123 s",
    ]


def test_a_club_on_sqlite_needs_nothing_of_postgresql(program: Path, tmp_path: Path) -> None:
    assert run(program.with_name("python"), "-c", "import psycopg", folder=tmp_path).returncode == 1
    for userid in ("alice", "bob"):
        added = run(program, "players", "add", userid, f"{userid}@example.org", folder=tmp_path)
        assert added.returncode == 0, added.stderr
    assert run(program, "games", "create", "gyges", "alice", "bob", folder=tmp_path).stdout == "1\n"
    assert run(program, "audit", folder=tmp_path).returncode == 0

    refused = run(program, "serve", "--store", "postgresql:///pbm", folder=tmp_path)
    assert refused.returncode == 2
    assert "install pbm-server[postgresql]" in refused.stderr
