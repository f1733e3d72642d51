"""The process of the programs and the server are killed while two programs play each other."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import closing
from pathlib import Path
from random import Random

from pbm.admin.action import action
from pbm.admin.audit import audit, audit_programs
from pbm.app.application import App
from pbm.app.config import load
from pbm.app.programs_process import PROGRAMS
from pbm.app.worker_process import WORKER
from pbm.core.games import find
from pbm.core.model import EventKind
from pbm.play.programs import enlist
from pbm.play.rulings import create
from pbm.play.terms import GameOptions
from pbm.store import open_store
from tests.end_to_end.process import DOMAIN
from tests.faults.children import child_of, children, runs, until
from tests.faults.victim import Victim

KILLS = 3
MOST_SECONDS = 0.5
ON = {"PBM_PROGRAMS_ON": "on"}
OFF = {"PBM_PROGRAMS_ON": "off"}


def begin(data: Path) -> None:
    """Begin a game between two programs."""
    with closing(App(load({"data": str(data), "domain": DOMAIN}, {}))) as app:
        with app.store.transaction() as tx:
            enlist(tx, "owl", app.clock())
        with action(app, "begin") as work:
            options = GameOptions(find("dvonn"), start="random")
            create(work, options, work.player("owl-1"), work.player("owl-2"))


def moves(data: Path) -> list[EventKind]:
    with closing(open_store(data)) as store, store.reading() as tx:
        return [each.kind for each in tx.matches.events(1) if each.kind is EventKind.MOVED]


def is_over(data: Path) -> bool:
    with closing(open_store(data)) as store, store.reading() as tx:
        match = tx.matches.get(1)
        return match is not None and match.finished


async def kill_again_and_again(data: Path, kills: int) -> None:
    """Kill process and server in turn, each after a random time; then let the game end."""
    random = Random(kills)
    async with Victim(data, environ=ON) as victim:
        for kill in range(kills):
            await victim.start()
            process = await child_of(victim, PROGRAMS)
            await asyncio.sleep(random.uniform(0, MOST_SECONDS))
            if kill % 2:
                os.kill(process, signal.SIGKILL)
                await asyncio.sleep(random.uniform(0, MOST_SECONDS))
            await victim.kill()
        await victim.start()
        await until(lambda: is_over(data))
        await victim.stop()


def test_no_move_is_played_twice_or_lost_whatever_is_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    begin(data)
    asyncio.run(kill_again_and_again(data, int(os.environ.get("PBM_KILLS", KILLS))))
    with closing(open_store(data)) as store:
        assert [*audit(store, lambda: None), *audit_programs(store)] == []
    assert moves(data)


def test_there_is_no_process_where_programs_do_not_play(tmp_path: Path) -> None:
    async def programs() -> list[int]:
        async with Victim(tmp_path / "data", environ=OFF) as victim:
            await victim.start()
            await child_of(victim, WORKER)  # the last one to be started
            found = [each for each in children(victim.process.pid) if runs(each, PROGRAMS)]
            await victim.stop()
        return found

    assert asyncio.run(programs()) == []
