"""A club goes on under the next version: its games, and the keys in mails that it has sent."""

from __future__ import annotations

import os
import subprocess
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

import pytest

from pbm import __version__
from tests.packaging.conftest import ROOT, build_wheel
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

PREVIOUS = "0.0.9"
LISTENING = "listening on "

Pbm = Callable[..., str]


@pytest.fixture
def previous(checkout: Path, tmp_path: Path) -> Path:
    """The wheel of the previous release. Before the second one, it is this version renamed."""
    tree = copytree(checkout, tmp_path / "previous", symlinks=True)
    (tree / "pbm" / "__init__.py").write_text(f'__version__ = "{PREVIOUS}"\n')
    return build_wheel(tree, tmp_path / "built")


def install(program: Path, wheel: Path) -> None:
    constraints = ("--constraint", ROOT / "constraints.txt")
    pip: list[str | Path] = [
        program.with_name("python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--upgrade",
    ]
    subprocess.run([*pip, *constraints, wheel], check=True)


@contextmanager
def serving(program: Path, folder: Path) -> Iterator[Pbm]:
    """A server with its data in a folder; yield its command line, which takes standard input."""
    environ = {"PATH": os.defpath, "PBM_DATA": str(folder)}
    server = subprocess.Popen(
        [program, "serve", "--listen", "127.0.0.1:0"],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    listen = server.stdout.readline().removeprefix(LISTENING).partition(",")[0].strip()

    def pbm(*arguments: str, stdin: str = "") -> str:
        return subprocess.run(
            [program, *arguments],
            check=True,
            env={**environ, "PBM_LISTEN": listen},
            input=stdin,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    try:
        yield pbm
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0


def read_until(pbm: Pbm, player: str, words: str) -> None:
    """Read a player's new mails until one holds these words."""
    wait = ("--wait", str(PATIENCE))
    while words not in (new := pbm("sandbox", "read", f"{player}@example.org", *wait)):
        assert "no new mail" not in new


def reply(pbm: Pbm, player: str, text: str) -> None:
    pbm("sandbox", "send", "--from", f"{player}@example.org", "--reply", stdin=text)


def test_a_game_goes_on_after_an_upgrade(previous: Path, wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "installed", with_pip=True, symlinks=True)
    program, data = tmp_path / "installed" / "bin" / "pbm", tmp_path / "data"
    install(program, previous)
    with serving(program, data) as pbm:
        assert pbm("--version").startswith(f"pbm {PREVIOUS} (")
        for player in ("alice", "bob"):
            pbm("players", "add", player, f"{player}@example.org")
        pbm("games", "create", "gyges", "alice", "bob")
        read_until(pbm, "alice", "1. alice (South)")
        reply(pbm, "alice", "231123")
        read_until(pbm, "bob", "2. bob (North)")

    install(program, wheel)
    with serving(program, data) as pbm:
        assert pbm("--version").startswith(f"pbm {__version__} (")
        reply(pbm, "bob", "321123")
        read_until(pbm, "alice", "3. alice (South)")
        assert "1 231123         2 321123" in pbm("games", "export", "1")
        pbm("audit")
