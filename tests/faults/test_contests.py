"""A power cut while a season is paired: interrupted work continues, nothing is done twice."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbm.admin.audit import audit
from pbm.app.application import App
from pbm.app.config import load
from pbm.core.contests.model import ContestKind, ContestStatus
from pbm.core.games import find
from pbm.core.marks import MarkKind
from pbm.core.model import Cause
from pbm.play.contests import rulings, seasons
from pbm.play.contests.duties import Step, plan
from pbm.play.work import Work
from tests.pbm.play.contests.people import regulars

PLAYERS = 13
NOW = datetime(2026, 12, 20, 9, tzinfo=UTC)
START = datetime(2027, 1, 1, 8, tzinfo=UTC)
CLOSED = ContestStatus.CLOSED

SERVE = """
import sys
from datetime import datetime
from tests.faults.test_contests import opened
app = opened(sys.argv[1], datetime.fromisoformat(sys.argv[2]))

def pause():
    print("paused", flush=True)
    sys.stdin.readline()

more = True
while more:
    with app.store.transaction() as tx:
        more = app.serve_contests()(tx)
        pause()
    pause()
app.close()
"""


def opened(folder: str, now: datetime) -> App:
    settings = load({"data": folder, "domain": "pbm.example"}, {})
    return App(settings, lambda: now)


def entered(folder: Path) -> None:
    """A season that all have entered and were told of, on the eve of its start."""
    app = opened(str(folder), NOW)
    with app.store.transaction() as tx:
        act = tx.acts.add("a test", "", {}, NOW)
        work = Work(tx, NOW, Cause(act=act.id), app.repository)
        players = regulars(work, *(f"player{number:02}" for number in range(PLAYERS)))
        for match in tx.matches.list():
            tx.matches.mark_offered(match.board, range(1, match.seq + 1))
        for player in players:
            seasons.join(work, player, find("gyges"))
            tx.moments.set(MarkKind.HEARD.of(player.id), NOW)
        work.published.clear()
    app.close()


def serve(folder: Path, now: datetime, pauses: int | None) -> bool:
    """Let another process do what is due, and kill it at a pause; True if it ended earlier.

    The process pauses before and after each commit.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), now.isoformat()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    with process:
        assert process.stdout is not None
        assert process.stdin is not None
        for passed, _ in enumerate(process.stdout, 1):
            if passed == pauses:
                process.kill()
                return False
            process.stdin.write("\n")
            process.stdin.flush()
    return process.returncode == 0


@pytest.mark.slow
def test_a_season_that_was_interrupted_is_paired_once(tmp_path: Path) -> None:
    entered(tmp_path)
    for now in (START - timedelta(days=7), START):
        assert not serve(tmp_path, now, 1), "the first portion was not committed"
        assert not serve(tmp_path, now, 2), "the first portion was committed"
        assert serve(tmp_path, now, None)
    app = opened(str(tmp_path), START)
    assert [str(finding) for finding in audit(app.store, lambda: None)] == []
    with app.store.reading() as tx:
        leagues = tx.contests.list(ContestKind.LEAGUE)
        inside = [entry.player for each in leagues for entry in tx.contests.entries(each.id)]
        assert len(inside) == len({*inside}) == PLAYERS
        games = [game for each in leagues for game in tx.contests.games(each.id)]
        assert len({frozenset(game.players) for game in games}) == len(games)
        mails = [mail for mail in tx.outbox.list(limit=1000) if mail.kind == "contest"]
        assert len(mails) == 2 * PLAYERS, "one before the season, and one at its start"
        assert not tx.contests.due(START, 1)
    app.close()


def test_a_power_cut_at_each_step_changes_nothing(tmp_path: Path) -> None:
    """Each step is rolled back once before it is done, as by a power cut."""
    entered(tmp_path)
    for now in (START - timedelta(days=7), START):
        with closing(opened(str(tmp_path), now)) as app:
            served_twice(app, now)
    with closing(opened(str(tmp_path), START)) as app:
        assert found(app) == []
        with app.store.reading() as tx:
            assert len(tx.contests.list(ContestKind.LEAGUE)) == 2


@pytest.mark.parametrize("at", [START - timedelta(days=7), START])
def test_a_power_cut_while_a_season_is_closed_is_completed_by_the_next_beat(
    tmp_path: Path, at: datetime
) -> None:
    entered(tmp_path)
    with closing(opened(str(tmp_path), at)) as app:
        served_twice(app, at)
        with app.store.transaction() as tx:
            (season, *_) = tx.contests.list(ContestKind.SEASON)
            act = tx.acts.add("a test", "", {}, at)
            rulings.close(Work(tx, at, Cause(act=act.id), app.repository), season, "a test")
        served_twice(app, at)
        assert found(app) == []
        with app.store.reading() as tx:
            assert {each.status for each in tx.contests.leagues(season.id)} <= {CLOSED}
            mails = [mail for mail in tx.outbox.list(limit=1000) if b"a test" in mail.raw]
        assert len(mails) == len({mail.recipient for mail in mails}) == PLAYERS


def served_twice(app: App, now: datetime) -> None:
    """Do each step that is due, after it was rolled back once."""
    for _ in range(60):
        with app.store.reading() as tx:
            due = tx.contests.due(now, 1)
            before = [each.head for each in tx.contests.list()]
        if not due:
            return
        with pytest.raises(KeyboardInterrupt), app.store.transaction() as tx:
            act = tx.acts.add("a test", "", {}, now)
            planned = plan(tx, due[0], now)
            if isinstance(planned, Step):
                planned.do(Work(tx, now, Cause(act=act.id), app.repository))
            raise KeyboardInterrupt
        with app.store.transaction() as tx:
            assert [each.head for each in tx.contests.list()] == before
            app.contests._serve(tx, due[0], now)
    raise AssertionError("contests never rest")


def found(app: App) -> list[str]:
    return [str(finding) for finding in audit(app.store, lambda: None)]
