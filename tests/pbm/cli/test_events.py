from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import PIPE, Popen
from typing import Any

import pytest

from pbm.app.subscribers import tell_subscribers
from pbm.app.worker import WorkLoop
from tests.patience import PATIENCE
from tests.pbm.cli.program import ROOT, pbm
from tests.pbm.town import NORTH, SOUTH, Town, tamper

FOLLOW = [sys.executable, "-m", "pbm", "events", "follow"]


def end(town: Town, *options: str) -> None:
    """Have alice resign a new game."""
    alice, _ = town.play(town.board(*options), SOUTH, NORTH)
    town.answer(alice, "resign\n")


def tell(town: Town) -> None:
    tell_subscribers(town.app.store, town.app.clock)


@pytest.fixture
def ended(house: Town) -> Town:
    """Two games have ended, and a third one runs."""
    end(house)
    house.later(days=1)
    end(house)
    house.board()
    tell(house)
    return house


@contextmanager
def following(*options: str) -> Iterator[Popen[str]]:
    with Popen([*FOLLOW, *options], cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def followed(lines: int, *options: str, by: signal.Signals = signal.SIGINT) -> list[Any]:
    """So many lines of what is printed before it is interrupted, as JSON."""
    with following("--json", *options) as process:
        assert process.stdout is not None
        read = [json.loads(process.stdout.readline()) for _ in range(lines)]
        process.send_signal(by)
        rest, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (0, "")
    return [*read, *map(json.loads, rest.splitlines())]


def boards(lines: list[Any]) -> list[int]:
    return [line["board"] for line in lines]


def test_a_line_tells_a_game(ended: Town) -> None:
    first, _ = followed(2)
    match = ended.match()
    assert first == {
        "board": 1,
        "event": match.seq,
        "game": "gyges",
        "ruleset": "classic",
        "players": ["alice", "bob"],
        "result": "0-1",
        "reason": "resigned",
        "plies": 2,
        "started": "2026-11-20T10:00:00+00:00",
        "finished": "2026-11-20T10:00:00+00:00",
    }


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_goes_on_where_it_left_off(by: signal.Signals, ended: Town) -> None:
    assert boards(followed(2, by=by)) == [1, 2]
    end(ended)
    tell(ended)
    assert boards(followed(1)) == [4]


def test_it_begins_anew_when_it_is_asked_to(ended: Town) -> None:
    assert boards(followed(2)) == [1, 2]
    assert boards(followed(2, "--from-start")) == [1, 2]


def test_a_game_is_told_that_ends_meanwhile(ended: Town) -> None:
    with following() as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        end(ended)
        tell(ended)
        lines.append(process.stdout.readline())
    assert [line.split()[:2] for line in lines] == [["gyges", "1"], ["gyges", "2"], ["gyges", "4"]]
    assert lines[0] == "gyges  1  alice - bob  0-1  resigned\n"


def test_a_reader_that_goes_away_is_no_error(ended: Town) -> None:
    command = " ".join([*FOLLOW, "--json", "|", "head", "-n", "1"])
    piped = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (piped.returncode, piped.stderr) == (0, "")
    assert boards([json.loads(piped.stdout)]) == [1]


def test_a_rebuild_finds_games_that_ended_before_there_was_a_feed(ended: Town) -> None:
    assert boards(followed(2)) == [1, 2]
    tamper(ended, "DELETE FROM finished_games WHERE board = 2")
    result = pbm("events", "rebuild")
    assert (result.exit_code, result.stdout) == (0, "2 events were told again\n")
    assert boards(followed(1)) == [2]


def test_the_worker_tells_subscribers(house: Town) -> None:
    end(house)

    def once() -> None:
        worker.finish()

    worker = WorkLoop(house.app, lambda: None, beat=once)
    worker.run()
    assert boards(followed(1)) == [1]
