"""Build the sdist and the wheel of the current commit, check them, and write their checksums.

The wheel is built from the sdist, and both from a clone: files that are not committed are left out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.version import VERSION, commit_of

ROOT = Path(__file__).resolve().parent.parent
BUILD = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"


class Unfit(Exception):
    """The builds must not be published; the text says why."""


def main(folder: Path) -> None:
    """Write builds, constraints and checksums into a folder that does not exist yet, or is empty.

    :raises Unfit: if the checkout or a build is not as a release must be
    :raises subprocess.CalledProcessError: if a step fails, which has printed why
    """
    check_checkout(folder)
    with TemporaryDirectory() as scratch:
        built = build(Path(scratch))
        check(built, Path(scratch))
        folder.mkdir(parents=True, exist_ok=True)
        files = [Path(shutil.copy(each, folder)) for each in (*built, ROOT / "constraints.txt")]
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="ascii")
    say(f"{folder} holds {', '.join(file.name for file in files)} and SHA256SUMS")


def check_checkout(folder: Path) -> None:
    commit = commit_of(ROOT)
    if not commit or commit.endswith("-dirty"):
        raise Unfit(f"{ROOT} is no checkout without changes; commit them first")
    if folder.exists() and any(folder.iterdir()):
        raise Unfit(f"{folder} is not empty; move away what is in it")
    tags = printed("git", "-C", ROOT, "tag", "--points-at", "HEAD").split()
    if f"v{VERSION}" not in tags:
        say(f"a trial: the commit {commit} has no tag v{VERSION}")


def build(scratch: Path) -> list[Path]:
    """Return the paths of the sdist and of the wheel that is built from it."""
    clone, built = scratch / "clone", scratch / "built"
    run("git", "clone", "--quiet", ROOT, clone)
    run(sys.executable, "-c", BUILD, built, cwd=clone)
    (sdist,) = built.iterdir()
    run(sys.executable, *"-m pip wheel --quiet --no-deps --wheel-dir".split(), built, sdist)
    (wheel,) = built.glob("*.whl")
    return [sdist, wheel]


def check(built: list[Path], scratch: Path) -> None:
    """Check the descriptions, and play games with the wheel in an empty environment."""
    if find_spec("twine"):
        run(sys.executable, "-m", "twine", "check", "--strict", *built)
    else:
        say("twine is not installed: the descriptions are not checked")
    _, wheel = built
    venv.create(scratch / "installed", with_pip=True, symlinks=True)
    programs = scratch / "installed" / "bin"
    constraints = ("--constraint", ROOT / "constraints.txt")
    run(programs / "python", *"-m pip install --quiet".split(), *constraints, wheel)
    version = printed(programs / "pbm", "--version")
    if version != f"pbm {VERSION} ({commit_of(ROOT)})\n":
        raise Unfit(f"the wheel calls itself {version}")
    say(f"playing the demo with {version.strip()}")
    printed(programs / "pbm", "--data", scratch / "data", "serve", "--demo", cwd=scratch)


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run(command, check=True, cwd=cwd, env=environ(), stdout=sys.stderr)


def printed(*command: str | Path, cwd: Path = ROOT) -> str:
    return subprocess.run(
        command, check=True, cwd=cwd, env=environ(), stdout=subprocess.PIPE, text=True
    ).stdout


def environ() -> dict[str, str]:
    """Settings of a club, and modules of this checkout, must not reach the builds."""
    ours = ("PBM_", "PYTHON")
    return {name: text for name, text in os.environ.items() if not name.startswith(ours)}


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist")
    except Unfit as why:
        sys.exit(f"error: {why}")
    except subprocess.CalledProcessError as failed:
        sys.exit(f"error: {Path(failed.cmd[0]).name} has failed; nothing was written")
