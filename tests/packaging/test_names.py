"""The folders ``rules`` and ``mail_templates`` are imported below ``pbm``, however it is installed.

A package in Python's index is called ``rules``, too: beside it, neither changes the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from base64 import urlsafe_b64encode
from hashlib import sha256
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
UNCHANGED = """
import base64, hashlib
from importlib.metadata import distribution
for name in ("rules", "pbm-server"):
    files = [each for each in distribution(name).files if each.hash]
    for each in files:
        found = hashlib.new(each.hash.mode, each.read_binary()).digest()
        assert base64.urlsafe_b64encode(found).rstrip(b"=").decode() == each.hash.value, each
    print(name, len(files) > 1)
"""
NOT_TOP_LEVEL = "import importlib.util as i; print(i.find_spec('mail_templates') is None)"
TAG = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

pytestmark = pytest.mark.slow


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python with pip and no other package."""
    home = tmp_path / "installed"
    venv.create(home, with_pip=True, symlinks=True)
    return home / "bin" / "python"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The wheel of another distribution, with a package ``rules``."""
    wheel = tmp_path / "rules-3.5-py3-none-any.whl"
    files = {
        "rules/__init__.py": OTHER,
        "rules/play.py": OTHER,
        "rules-3.5.dist-info/METADATA": "Name: rules\nVersion: 3.5\n",
        "rules-3.5.dist-info/WHEEL": TAG,
    }
    files["rules-3.5.dist-info/RECORD"] = "".join(map(recorded, files, files.values()))
    with ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def recorded(name: str, text: str) -> str:
    digest = urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(text)}\n"


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


def check_both_work(python: Path, folder: Path) -> None:
    assert "gyges/classic" in run(python, IMPORT, folder)
    (other,) = python.parents[1].glob("lib/python*/site-packages/rules/__init__.py")
    assert run(python, "import rules; print(rules.__file__)", folder) == f"{other}\n"
    assert other.read_text() == OTHER
    assert run(python, NOT_TOP_LEVEL, folder) == "True\n"


@pytest.mark.parametrize("ours_first", [False, True])
def test_an_installed_pbm_and_another_package_called_rules_leave_each_other_alone(
    ours_first: bool, python: Path, other: Path, wheel: Path, tmp_path: Path
) -> None:
    for each in (wheel, other) if ours_first else (other, wheel):
        install(python, each)
    check_both_work(python, tmp_path)
    assert run(python, UNCHANGED, tmp_path) == "rules True\npbm-server True\n"


def test_an_editable_pbm_leaves_another_package_called_rules_alone(
    python: Path, other: Path, checkout: Path, tmp_path: Path
) -> None:
    install(python, other)
    install(python, "--editable", checkout)
    check_both_work(python, tmp_path)


def test_a_checkout_needs_no_installation(checkout: Path) -> None:
    assert "gyges/classic" in run(Path(sys.executable), IMPORT, checkout)
