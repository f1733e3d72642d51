"""The README: its commands are run, its sample mail is compared, its list of commands is parsed."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbm.inbox.line.line import Call, Context, read_line
from tests import shared
from tests.console import blocks, run_every_command
from tests.faults.ledger import quiet
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[tuple[Path, Mapping[str, str]]]:
    """A folder where ``scripts/pbm`` is this tree's pbm and a server runs, and the environment that
    names the server's port.
    """
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "pbm"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbm "$@"\n')
    script.chmod(0o755)
    environ = {**shared.environ(), "PBM_PROGRAMS_ON": "on"}
    serve = [str(script), "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(
        serve, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        listening, _, where = server.stdout.readline().strip().rpartition(" ")
        assert listening == "listening on"
        yield tmp_path, {**environ, "PBM_LISTEN": where}
        server.terminate()
        assert server.wait(PATIENCE) == 0


@pytest.mark.slow
def test_every_command_of_the_readme_does_what_it_shows(
    checkout: tuple[Path, Mapping[str, str]],
) -> None:
    """After each command, the test waits for the server, as a person does while reading."""
    folder, environ = checkout
    run_every_command(README, folder, environ, lambda: asyncio.run(quiet(folder / "data")))


@pytest.mark.slow
def test_the_demonstration_mails_the_move_that_the_picture_shows(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pbm", "serve", "--demo"],
        check=False,
        cwd=tmp_path,
        env=shared.environ(),
        capture_output=True,
        text=True,
    )
    (picture,) = re.findall(r'<img [^>]*alt="A board mail: ([^"]+)"', README)
    (mover, move, reader) = re.findall(r"(\w+) played (\S+),.* it is (\w+)'s move", picture)[0]
    assert ran.returncode == 0, ran.stderr
    mails = [mail for mail in ran.stdout.split("\n== ") if mail.startswith(reader)]
    assert any(f"{mover} (South)" in mail and move in mail for mail in mails)


def test_the_commands_listed_for_players_are_parsed() -> None:
    known = Context(lambda word: word in ("alice", "bob"))
    listed = next(block for block in blocks(README, "text") if "SECRET" in block)
    for line in listed.splitlines():
        text = re.split(r" {2,}", line)[0]
        assert text == "multiple" or isinstance(read_line(text, known), Call), text
