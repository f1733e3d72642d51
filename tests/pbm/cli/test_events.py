"""``pbm events``: the feed that programs follow, and how it is rebuilt."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import pytest

from pbm.app.subscribers import tell_subscribers
from pbm.app.worker import WorkLoop
from pbm.cli import events
from tests.forked import Running, forked
from tests.patience import PATIENCE
from tests.pbm.cli.program import numbers_in, pbm
from tests.pbm.conftest import Prepared
from tests.pbm.town import NORTH, SOUTH, Town, tamper


@dataclass(frozen=True)
class Follower:
    """``pbm events follow`` while it runs, with its output."""

    process: Running
    stdout: IO[str]
    stderr: IO[str]


def end(town: Town, *options: str) -> None:
    """Have alice resign a new game."""
    alice, _ = town.play(town.board(*options), SOUTH, NORTH)
    town.answer(alice, "resign\n")


def tell(town: Town) -> None:
    tell_subscribers(town.app.store, town.app.clock)


def fill_feed(town: Town) -> None:
    end(town)
    town.later(days=1)
    end(town)
    town.board()
    tell(town)


@pytest.fixture
def town_with_feed(cli_town: Town, prepared: Prepared) -> Town:
    """A town whose feed has two games that ended; a third one runs."""
    prepared(cli_town, fill_feed)
    return cli_town


@contextmanager
def following(*options: str) -> Iterator[Follower]:
    ends = [map(os.fdopen, os.pipe(), "rw") for _ in range(2)]
    (stdout, to_stdout), (stderr, to_stderr) = ends
    with stdout, stderr:
        with to_stdout, to_stderr, Path(os.devnull).open() as nothing:
            process = forked(["events", "follow", *options], nothing, to_stdout, to_stderr)
        try:
            yield Follower(process, stdout, stderr)
        finally:
            process.kill()


def followed(lines: int, *options: str, by: signal.Signals = signal.SIGINT) -> list[Any]:
    """Everything that ``pbm events follow`` prints if it is stopped after that many lines."""
    with following("--json", *options) as follower:
        read = [follower.stdout.readline() for _ in range(lines)]
        os.kill(follower.process.pid, by)
        read += follower.stdout
        assert (follower.process.wait(PATIENCE), follower.stderr.read()) == (0, "")
    return [json.loads(each) for each in read]


def boards(lines: list[Any]) -> list[int]:
    return [line["board"] for line in lines]


def test_a_line_describes_a_game_that_has_ended(town_with_feed: Town) -> None:
    first, _ = followed(2, "--from-start")
    match = town_with_feed.match()
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
def test_following_continues_after_the_place_that_is_given(
    by: signal.Signals, town_with_feed: Town
) -> None:
    first, second = followed(2, "--from-start", by=by)
    assert boards([first, second]) == [1, 2]
    end(town_with_feed)
    tell(town_with_feed)
    assert boards(followed(2, "--since", str(first["place"]), by=by)) == [2, 4]
    assert boards(followed(1, "--since", str(second["place"]), by=by)) == [4]


def test_several_followers_get_the_same_lines(town_with_feed: Town) -> None:
    for _ in range(2):
        assert boards(followed(2, "--since", "0")) == [1, 2]


def test_without_a_place_following_begins_with_what_is_new(
    town_with_feed: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile: list[Callable[[], None]] = [
        lambda: end(town_with_feed),
        lambda: tell(town_with_feed),
    ]

    def is_stopped(seconds: float) -> bool:
        """Do the next thing whenever the follower waits, and stop it after the last one."""
        if seconds and meanwhile:
            meanwhile.pop(0)()
            return False
        return bool(seconds)

    monkeypatch.setattr(events, "_stopped_by_a_signal", lambda: nullcontext(is_stopped))
    printed = pbm("events", "follow", "--json").stdout.splitlines()
    assert boards([json.loads(line) for line in printed]) == [4]


def test_a_place_is_not_negative_and_not_given_twice(town_with_feed: Town) -> None:
    assert pbm("events", "follow", "--since", "-1").exit_code == 2
    assert pbm("events", "follow", "--since", "1", "--from-start").exit_code == 2


def test_what_happens_meanwhile_is_printed(town_with_feed: Town) -> None:
    with following("--from-start") as follower:
        lines = [follower.stdout.readline() for _ in range(2)]
        assert pbm("games", "reopen", "1", "--why", "a test").exit_code == 0
        town_with_feed.time = datetime.now(UTC)
        tell(town_with_feed)
        lines.append(follower.stdout.readline())
    assert lines == [
        "1  finished  gyges  1  alice - bob  0-1  resigned\n",
        "2  finished  gyges  2  alice - bob  0-1  resigned\n",
        "3  reopened  gyges  1  alice - bob  *  *\n",
    ]


def test_a_reader_that_closes_the_pipe_is_no_error(town_with_feed: Town) -> None:
    with following("--json", "--from-start") as follower:
        assert boards([json.loads(follower.stdout.readline()) for _ in range(2)]) == [1, 2]
        follower.stdout.close()
        # The follower notices the closed pipe with the next line.
        end(town_with_feed)
        tell(town_with_feed)
        assert (follower.stderr.read(), follower.process.wait(PATIENCE)) == ("", 0)


def test_a_rebuild_adds_games_that_are_missing_from_the_feed(town_with_feed: Town) -> None:
    last = followed(2, "--from-start")[-1]["place"]
    tamper(town_with_feed, "DELETE FROM feed WHERE board = 2")
    assert "finished games have not heard of it" in pbm("audit").stdout
    result = pbm("events", "rebuild")
    assert (result.exit_code, numbers_in(result.stdout)) == (0, [2])
    assert boards(followed(1, "--since", str(last))) == [2]
    assert pbm("audit").exit_code == 0


def test_the_audit_finds_an_event_that_is_neither_in_the_feed_nor_queued(
    town_with_feed: Town,
) -> None:
    end(town_with_feed)
    assert pbm("audit").exit_code == 0
    tamper(town_with_feed, "DELETE FROM unheard")
    assert "board 4, event 5" in pbm("audit").stdout


def test_the_worker_writes_the_feed(cli_town: Town) -> None:
    end(cli_town)

    def once() -> None:
        worker.finish()

    worker = WorkLoop(cli_town.app, lambda: None, beat=once)
    worker.run()
    assert boards(followed(1, "--from-start")) == [1]
