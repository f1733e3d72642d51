"""The folders ``rules`` and ``mail_templates`` are imported below ``pbm``, however it is installed.

A package in Python's index is called ``rules``, too: beside it, neither changes the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

IMPORT = """
from importlib import resources
from pbm import mail_templates, rules
print(*rules.games())
assert resources.files(mail_templates).joinpath("mails", "frame.txt.j2").is_file()
assert resources.files("pbm.rules.dvonn").joinpath("help.txt").is_file()
"""
OTHER = 'NAME = "rules"\n'
NOT_TOP_LEVEL = "import importlib.util as i; print(i.find_spec('mail_templates') is None)"
TAG = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

pytestmark = pytest.mark.slow


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python for which another distribution with a package ``rules`` is installed."""
    home = tmp_path / "installed"
    venv.create(home, with_pip=True, symlinks=True)
    other = tmp_path / "rules-3.5-py3-none-any.whl"
    with ZipFile(other, "w") as archive:
        archive.writestr("rules/__init__.py", OTHER)
        archive.writestr("rules-3.5.dist-info/METADATA", "Name: rules\nVersion: 3.5\n")
        archive.writestr("rules-3.5.dist-info/WHEEL", TAG)
        archive.writestr("rules-3.5.dist-info/RECORD", "rules/__init__.py,,\n")
    install(home / "bin" / "python", other)
    return home / "bin" / "python"


def install(python: Path, *what: str | Path) -> None:
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, *what], check=True)


def run(python: Path, program: str, folder: Path) -> str:
    """Run a program in a folder, with nothing of ours in its environment."""
    return subprocess.run(
        [python, "-c", program],
        check=True,
        cwd=folder,
        env={"PATH": os.defpath},
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


@pytest.mark.parametrize("editable", [False, True])
def test_an_installed_pbm_and_another_package_called_rules_leave_each_other_alone(
    editable: bool, python: Path, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if editable:
        install(python, "--editable", request.getfixturevalue("checkout"))
    else:
        install(python, request.getfixturevalue("wheel"))
    assert "gyges/classic" in run(python, IMPORT, tmp_path)
    (other,) = python.parents[1].glob("lib/python*/site-packages/rules/__init__.py")
    assert run(python, "import rules; print(rules.__file__)", tmp_path) == f"{other}\n"
    assert other.read_text() == OTHER
    assert run(python, NOT_TOP_LEVEL, tmp_path) == "True\n"


def test_a_checkout_needs_no_installation(checkout: Path) -> None:
    assert "gyges/classic" in run(Path(sys.executable), IMPORT, checkout)
