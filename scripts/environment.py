"""Make .venv, and bring it up to date: environment.py run|EXTRA.

``run`` installs this checkout and its dependencies; an extra of setup.cfg, such as ``test``, adds
the dependencies of that extra. If several processes run this, the first does the work, and the
others wait for it. A .venv that somebody else made is used if it fits, and never changed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BASE = "run"
FORMER = "pbm"
"""What this distribution was called before 0.1.0. Both install the same program."""
MADE = VENV / "made-by-scripts"
"""Holds the path of the checkout for which this script made .venv."""

# Prints what is missing in an environment: argv has the checkout, its name, and names of packages.
LACKS = """
import json, subprocess, sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

root, name, *packages = sys.argv[1:]
for each in (name, *packages):
    try:
        distribution(each)
    except PackageNotFoundError:
        sys.exit(f"{each} is not installed in it")
origin = json.loads(distribution(name).read_text("direct_url.json") or "{}")
if origin.get("url") != Path(root).as_uri() or not origin.get("dir_info", {}).get("editable"):
    sys.exit(f"{name} in it is not this checkout")
broken = subprocess.run([sys.executable, "-m", "pip", "check"], stdout=subprocess.PIPE, text=True)
sys.exit(broken.stdout.strip() if broken.returncode else 0)
"""


class Unusable(Exception):
    """The .venv is somebody else's and does not fit."""


def main(extra: str) -> None:
    if ready(extra):
        return
    with alone():
        if VENV.exists() and not is_own():
            check_fits(extra)
            return
        if not ready(BASE):
            make()
        if not ready(extra):
            add(extra)


def is_own() -> bool:
    # Earlier versions wrote no other file than the stamps.
    return MADE.exists() or any(VENV.glob("ready-*"))


def check_fits(extra: str) -> None:
    """:raises Unusable: if .venv, which somebody else made, lacks something"""
    named = () if extra == BASE else map(package_name, packages_of(extra))
    asked = [PYTHON, "-I", "-c", LACKS, str(ROOT), setup()["metadata"]["name"], *named]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    if found.returncode:
        raise Unusable(found.stderr.strip() or "its Python does not run")


def package_name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]


def ready(extra: str) -> bool:
    """Whether .venv works, and holds what setup.cfg asks for."""
    stamp = stamp_of(extra)
    return os.access(PYTHON, os.X_OK) and stamp.exists() and stamp.read_text() == wanted()


def stamp_of(extra: str) -> Path:
    return VENV / f"ready-{extra}"


def wanted() -> str:
    """A hash of everything .venv depends on, including its path: moving it breaks its programs."""
    files = (ROOT / "setup.cfg", ROOT / "pyproject.toml", Path(__file__))
    parts = [str(ROOT).encode(), *(file.read_bytes() for file in files)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@contextmanager
def alone() -> Iterator[None]:
    """Hold the lock on the checkout. The system releases it when this program ends in any way."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def make() -> None:
    """Install into the present .venv if it works: something may be running from it."""
    if runs_here():
        say(f"bringing {VENV} up to date")
        uninstall(FORMER)
    else:
        say(f"making {VENV}, once; this takes a minute")
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
        MADE.write_text(str(ROOT))
        venv.create(VENV, symlinks=True, with_pip=True)
    install("--editable", str(ROOT))
    stamp_of(BASE).write_text(wanted())


def runs_here() -> bool:
    """Whether .venv was made for this path, and its Python and pip run."""
    if not MADE.exists() or MADE.read_text() != str(ROOT):
        return False
    try:
        tried = subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return tried.returncode == 0


def add(extra: str) -> None:
    """Install only the packages of an extra: reinstalling pbm would break a running server."""
    say(f"adding what the extra '{extra}' needs, once")
    install(*packages_of(extra))
    stamp_of(extra).write_text(wanted())


def packages_of(extra: str) -> list[str]:
    return setup()["options.extras_require"][extra].split()


def setup() -> ConfigParser:
    found = ConfigParser()
    found.read(ROOT / "setup.cfg")
    return found


def install(*packages: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--use-pep517")
    subprocess.run([PYTHON, "-m", "pip", "install", *quiet, *packages], check=True, stdout=2)


def uninstall(package: str) -> None:
    """Uninstall a package, if it is there. ``-I``: the current folder may have metadata of it."""
    pip = [str(PYTHON), "-I", "-m", "pip", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "uninstall", "--yes", package], check=True, stdout=2)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError:
        sys.exit(
            "error: pip could not install the packages; correct what it says above and start again"
        )
    except Unusable as lack:
        sys.exit(
            f"error: {VENV} was not made by these scripts, and {lack}; move it away, or run"
            f" {PYTHON} -m pip install --editable '{ROOT}[test]', and start again"
        )
    except OSError as error:
        sys.exit(f"error: {VENV} cannot be made: {error}; correct that and start again")
