"""Make .venv, and remake it when it is out of date or incomplete: environment.py run|EXTRA.

``run`` installs this checkout and its dependencies; an extra of setup.cfg, such as ``test``, adds
the dependencies of that extra. If several processes run this, the first does the work, and the
others wait for it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BASE = "run"


def main(extra: str) -> None:
    if ready(extra):
        return
    with alone():
        if not ready(BASE):
            make()
        if not ready(extra):
            add(extra)


def ready(extra: str) -> bool:
    """Whether .venv works, and holds what setup.cfg asks for."""
    stamp = stamp_of(extra)
    runs = os.access(VENV / "bin" / "python", os.X_OK)
    return runs and stamp.exists() and stamp.read_text() == wanted()


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
    say(f"making {VENV}, once; this takes a minute")
    venv.create(VENV, clear=True, symlinks=True, with_pip=True)
    install("--editable", str(ROOT))
    stamp_of(BASE).write_text(wanted())


def add(extra: str) -> None:
    """Install only the packages of an extra: reinstalling pbm would break a running server."""
    say(f"adding what the extra '{extra}' needs, once")
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg")
    install(*setup["options.extras_require"][extra].split())
    stamp_of(extra).write_text(wanted())


def install(*packages: str) -> None:
    python = VENV / "bin" / "python"
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--use-pep517")
    subprocess.run([python, "-m", "pip", "install", *quiet, *packages], check=True, stdout=2)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError:
        sys.exit(
            "error: pip could not install the packages; correct what it says above and start again"
        )
    except OSError as error:
        sys.exit(f"error: {VENV} cannot be made: {error}; correct that and start again")
