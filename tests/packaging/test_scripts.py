"""The scripts set up .venv: tested in a checkout of a project without dependencies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
SETUP = """\
[metadata]
name = nothing
[options]
py_modules = nothing
[options.extras_require]
test = wheel
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "a check out"
    copytree(SCRIPTS, folder / "scripts")
    (folder / "setup.cfg").write_text(SETUP)
    (folder / "pyproject.toml").write_text('[build-system]\nrequires = ["setuptools>=68"]\n')
    (folder / "nothing.py").touch()
    (folder / "scripts" / "say").write_text(
        '#!/bin/sh\n. "$(dirname "$(readlink -f "$0")")/environment.sh"\n'
        'prepare "$1"\nexec "$venv/bin/python" -c "import nothing; print(nothing.__file__)"\n'
    )
    (folder / "scripts" / "say").chmod(0o755)
    return folder


def start(checkout: Path, what: str, path: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [checkout / "scripts" / "say", what],
        cwd="/",
        env={"PATH": path, "HOME": str(checkout)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def say(checkout: Path, what: str = "run", path: str = "") -> tuple[int, str, str]:
    process = start(checkout, what, path=path or with_python())
    out, err = process.communicate()
    return process.returncode, out, err


def with_python() -> str:
    return f"{Path(sys.executable).parent}:{os.defpath}"


def fake_python(folder: Path, status: int) -> str:
    """A PATH with the shell's tools and a Python that always exits with this status."""
    for tool in ("sh", "dirname", "readlink"):
        (folder / tool).symlink_to(Path("/bin") / tool)
    (folder / "python3").write_text(f"#!/bin/sh\nexit {status}\n")
    (folder / "python3").chmod(0o755)
    return str(folder)


def test_a_python_that_is_too_old_is_an_error_of_one_line(checkout: Path, tmp_path: Path) -> None:
    status, out, err = say(checkout, path=fake_python(tmp_path, 2))
    assert (status, out) == (1, "")
    assert err.startswith("error: there is no Python 3.11 or newer")
    assert err.count("\n") == 1


def test_a_python_without_venv_is_an_error_of_one_line(checkout: Path, tmp_path: Path) -> None:
    status, out, err = say(checkout, path=fake_python(tmp_path, 3))
    assert (status, out) == (1, "")
    assert err.startswith("error: python3 cannot make virtual environments")
    assert "python3-venv" in err
    assert err.count("\n") == 1


def _make_once_for_two(checkout: Path) -> None:
    """Start two scripts at once: one of them makes the environment for both."""
    both = [start(checkout, what, path=with_python()) for what in ("run", "test")]
    told = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [out for out, _ in told] == [f"{checkout / 'nothing.py'}\n"] * 2
    assert sum("making" in err for _, err in told) == 1


@pytest.mark.slow
def test_one_environment_is_made_for_all_and_remade_when_it_is_out_of_date(checkout: Path) -> None:
    ready = (0, f"{checkout / 'nothing.py'}\n", "")
    _make_once_for_two(checkout)
    assert say(checkout) == ready

    (checkout / ".venv" / "ready-run").unlink()
    (checkout / ".venv" / "bin" / "python").unlink()
    assert "making" in say(checkout)[2]
    assert say(checkout) == ready

    # Something may be running from it, so that it is not made again.
    (checkout / "setup.cfg").write_text(SETUP.replace("nothing\n[", "nothing\nversion = 2\n["))
    assert "up to date" in say(checkout)[2]
    assert say(checkout) == ready

    moved = checkout.rename(checkout.parent / "moved")
    status, out, err = say(moved)
    assert (status, out) == (0, f"{moved / 'nothing.py'}\n")
    assert "making" in err


@pytest.mark.slow
def test_an_environment_of_somebody_else_is_used_if_it_fits_and_never_changed(
    checkout: Path,
) -> None:
    venv = checkout / ".venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    status, out, err = say(checkout)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "nothing is not installed in it" in err

    install = [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", "--editable"]
    subprocess.run([*install, checkout], check=True)
    before = sorted(venv.iterdir())
    assert say(checkout) == (0, f"{checkout / 'nothing.py'}\n", "")
    assert sorted(venv.iterdir()) == before
    assert "wheel is not installed in it" in say(checkout, "test")[2]
