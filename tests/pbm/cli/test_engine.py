"""``pbm engine match``: what it tells while it plays, and when it is stopped."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from tests.pbm.programs import hostile

MATCH = ("engine", "match", "dvonn/standard")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_every_ten_games_a_line_tells_how_the_match_stands() -> None:
    result = run(*MATCH, "random", "random", "--games", "20")
    assert [line.split(",")[0][-2:] for line in result.stderr.splitlines()] == ["10", "20"]
    assert " of 20, " in result.stdout


def test_an_illegal_move_is_named_with_the_rule_that_it_breaks() -> None:
    engine = shlex.join([sys.executable, "-I", hostile.__file__, "illegal"])
    result = run(*MATCH, engine, "random", "--games", "1")
    assert '"99-99", an illegal move' in result.stderr
    assert "A 0 =0 -1 of 1" in result.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_match_that_is_stopped_prints_the_result_so_far(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "pbm", *MATCH, "random", "random", "--games", "100000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as match:
        assert match.stderr is not None
        assert " of 10, " in match.stderr.readline()
        match.send_signal(number)
        printed, told = match.communicate()
    assert match.returncode == 128 + number
    assert told.splitlines()[-1].startswith("stopped after ")
    assert printed.startswith("A ")
