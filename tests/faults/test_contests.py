"""A power cut while a season is paired: what was interrupted goes on, nothing is done twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from pbm.admin.audit import audit
from pbm.app.application import App
from pbm.app.config import load
from pbm.core.contests.model import ContestKind
from pbm.core.games import find
from pbm.core.marks import MarkKind
from pbm.core.model import Cause
from pbm.play.contests import seasons
from pbm.play.contests.duties import Step, plan
from pbm.play.work import Work
from tests.pbm.play.contests.people import regulars

PLAYERS = 13
NOW = datetime(2026, 12, 20, 9, tzinfo=UTC)
START = datetime(2027, 1, 1, 8, tzinfo=UTC)
SEEDS = range(1)

SERVE = """
import sys
from datetime import datetime
from tests.faults.test_contests import opened
app = opened(sys.argv[1], datetime.fromisoformat(sys.argv[2]))
print("begun", flush=True)
more = True
while more:
    with app.store.transaction() as tx:
        more = app.serve_contests()(tx)
    print("portion", flush=True)
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


def serve(folder: Path, now: datetime, kill_after: float | None) -> bool:
    """Let another process do what is due, and kill it after some seconds; True if it ended."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), now.isoformat()],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"begun\n"
    try:
        return process.wait(kill_after) == 0
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return False


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_that_was_interrupted_is_paired_once(tmp_path: Path, seed: int) -> None:
    entered(tmp_path)
    random, killed = Random(seed), 0
    for now in (START - timedelta(days=7), START):
        while not serve(tmp_path, now, random.uniform(0.02, 0.3)):
            killed += 1
            if killed > 3:
                assert serve(tmp_path, now, None)
                break
    assert killed, "no power cut hit anything"
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
    """Each step is rolled back once before it is done: as a power cut would."""
    entered(tmp_path)
    for now in (START - timedelta(days=7), START):
        app = opened(str(tmp_path), now)
        for _ in range(60):
            with app.store.reading() as tx:
                due = tx.contests.due(now, 1)
                before = [each.head for each in tx.contests.list()]
            if not due:
                break
            with pytest.raises(KeyboardInterrupt), app.store.transaction() as tx:
                act = tx.acts.add("a test", "", {}, now)
                planned = plan(tx, due[0], now)
                if isinstance(planned, Step):
                    planned.do(Work(tx, now, Cause(act=act.id), app.repository))
                raise KeyboardInterrupt
            with app.store.transaction() as tx:
                assert [each.head for each in tx.contests.list()] == before
                app.contests._serve(tx, due[0], now)
        app.close()
    app = opened(str(tmp_path), START)
    assert [str(finding) for finding in audit(app.store, lambda: None)] == []
    with app.store.reading() as tx:
        assert len(tx.contests.list(ContestKind.LEAGUE)) == 2
    app.close()
