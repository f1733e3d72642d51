from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import UTC, datetime
from subprocess import PIPE, Popen
from time import sleep
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
    first, _ = followed(2, "--from-start")
    match = ended.match()
    assert first == {
        "place": 1,
        "what": "finished",
        "board": 1,
        "event": match.seq,
        "game": "gyges",
        "ruleset": "classic",
        "players": ["alice", "bob"],
        "result": "0-1",
        "reason": "resigned",
        "plies": 2,
        "started": "2026-11-20T10:00:00+00:00",
        "at": "2026-11-20T10:00:00+00:00",
    }


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_goes_on_behind_the_place_that_is_named(by: signal.Signals, ended: Town) -> None:
    first, second = followed(2, "--from-start", by=by)
    assert boards([first, second]) == [1, 2]
    end(ended)
    tell(ended)
    assert boards(followed(2, "--since", str(first["place"]), by=by)) == [2, 4]
    assert boards(followed(1, "--since", str(second["place"]), by=by)) == [4]


def test_nobody_takes_a_line_from_anybody(ended: Town) -> None:
    for _ in range(2):
        assert boards(followed(2, "--since", "0")) == [1, 2]


def test_without_a_place_it_begins_with_what_is_new(ended: Town) -> None:
    with following("--json") as process, ThreadPoolExecutor() as pool:
        assert process.stdout is not None
        line = pool.submit(process.stdout.readline)
        # Once it has looked for the last place, it looks for new lines again and again.
        while not line.done():
            end(ended)
            tell(ended)
            wait([line], timeout=1)
        assert json.loads(line.result())["board"] not in (1, 2)


def test_a_place_is_a_number(ended: Town) -> None:
    assert pbm("events", "follow", "--since", "-1").exit_code == 2
    assert pbm("events", "follow", "--since", "1", "--from-start").exit_code == 2


def test_what_happens_meanwhile_is_told(ended: Town) -> None:
    with following("--from-start") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        assert pbm("games", "reopen", "1", "--why", "a test").exit_code == 0
        ended.time = datetime.now(UTC)
        tell(ended)
        lines.append(process.stdout.readline())
    assert lines == [
        "1  finished  gyges  1  alice - bob  0-1  resigned\n",
        "2  finished  gyges  2  alice - bob  0-1  resigned\n",
        "3  reopened  gyges  1  alice - bob  *  *\n",
    ]


def test_a_reader_that_goes_away_is_no_error(ended: Town) -> None:
    command = " ".join([*FOLLOW, "--json", "--from-start", "|", "head", "-n", "1"])
    piped = ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"]
    with Popen(piped, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True) as process:
        # That nobody reads shows with the next line.
        while process.poll() is None:
            end(ended)
            tell(ended)
            sleep(0.5)
        printed, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    assert boards([json.loads(printed)]) == [1]


def test_a_rebuild_finds_games_that_ended_before_there_was_a_feed(ended: Town) -> None:
    last = followed(2, "--from-start")[-1]["place"]
    tamper(ended, "DELETE FROM feed WHERE board = 2")
    assert "finished games have not heard of it" in pbm("audit").stdout
    result = pbm("events", "rebuild")
    assert (result.exit_code, result.stdout) == (0, "finished games: 2 events\n")
    assert boards(followed(1, "--since", str(last))) == [2]
    assert pbm("audit").exit_code == 0


def test_the_audit_asks_that_what_was_not_heard_is_queued(ended: Town) -> None:
    end(ended)
    assert pbm("audit").exit_code == 0
    tamper(ended, "DELETE FROM unheard")
    assert "board 4, event 5" in pbm("audit").stdout


def test_the_worker_tells_subscribers(house: Town) -> None:
    end(house)

    def once() -> None:
        worker.finish()

    worker = WorkLoop(house.app, lambda: None, beat=once)
    worker.run()
    assert boards(followed(1, "--from-start")) == [1]
