"""The README, run: its commands, its sample mail, its example of a command, its table."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from pbm.app.config import TABLE, variable
from pbm.base.setting import rows
from pbm.inbox.dialogue.line import Call, Context, read_line
from pbm.smtp.listener_limits import ListenerLimits
from tests.console import blocks, run_every_command
from tests.faults.ledger import quiet
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DRIVER = """
    import sys
    from pathlib import Path
    from tests.pbm.town import ALICE, PASSWORD, BOB, Town

    town = Town(Path(sys.argv[1]))
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    alice, bob = town.board()
    for mail in town.answer(alice, "resign"):
        print(mail.text)
    print(town.write(ALICE, subject="help resign")[0].text)
    town.close()
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[tuple[Path, Mapping[str, str]]]:
    """A place where ``scripts/pbm`` is this tree's pbm and a server of it runs, and the environment
    that names its port.
    """
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "pbm"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbm "$@"\n')
    script.chmod(0o755)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
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
    """Whoever reads it is slower than the server: each mail is there before it is looked for."""
    folder, environ = checkout
    run_every_command(README, folder, environ, lambda: asyncio.run(quiet(folder / "data")))


@pytest.mark.slow
def test_the_sample_mail_is_one_that_the_demonstration_prints(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pbm", "serve", "--demo"],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    subject, sample = blocks(README, "text")[0].rstrip().split("\n\n", 1)
    assert ran.returncode == 0, ran.stderr
    mails = [mail for mail in ran.stdout.split("\n== ") if subject in mail.splitlines()]
    assert any(undated(sample) in undated(mail) for mail in mails)


@pytest.mark.slow
def test_the_example_of_a_command_is_a_command(tmp_path: Path) -> None:
    for package in ("pbm", "rules", "mail_templates"):
        shutil.copytree(ROOT / package, tmp_path / package)
    shutil.copytree(ROOT / "tests" / "pbm", tmp_path / "tests" / "pbm")
    commands = tmp_path / "pbm/inbox/commands/moves.py"
    others, example = (
        commands.read_text().split('@command("resign"')[0],
        blocks(README, "python")[0],
    )
    commands.write_text(others + example)
    (tmp_path / "data").mkdir()
    ran = subprocess.run(
        [sys.executable, "-c", dedent(DRIVER), tmp_path / "data"],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ran.stdout.count("alice cancelled the game") == 2, ran.stderr
    assert "This line is the help of the command." in ran.stdout


def undated(text: str) -> str:
    """The mail without its deadline, which depends on the day."""
    return re.sub(r"by \w{3} \d+ \w{3} \d\d:\d\d", "by DATE", text)


def test_every_setting_stands_in_the_table() -> None:
    """The limits have a table of their own, which the README names."""
    for name in TABLE.keys() - rows(ListenerLimits).keys():
        row = TABLE[name]
        assert f"`{variable(name)}`" in README
        assert not row.option or f"`--{name}" in README


def test_the_commands_of_the_player_s_guide_are_read() -> None:
    """What the guide lists is understood: each of its lines fits a command's form."""
    known = Context(lambda word: word in ("alice", "bob"))
    listed = next(block for block in blocks(README, "text") if "SECRET" in block)
    for line in listed.splitlines():
        for text in re.split(r";|: help ", re.split(r" {2,}", line)[0]):
            assert text == "multiple" or isinstance(read_line(text, known), Call), text
