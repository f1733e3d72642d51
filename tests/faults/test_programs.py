"""Programs and their server are killed: no move is lost or doubled, no engine is left running."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from pbm.admin.action import action
from pbm.app.application import App
from pbm.app.config import load
from pbm.app.orders import PROGRAMS, WORKER
from pbm.core.games import find
from pbm.play.programs import enlist
from pbm.play.rulings import create
from pbm.play.terms import GameOptions
from tests.end_to_end.process import DOMAIN
from tests.faults.children import child_of, children, runs
from tests.faults.programs import ON, survive_kills_of_programs
from tests.faults.victim import Victim
from tests.patience import until
from tests.pbm.programs.engines import HAL, misbehaving, needs_sandbox, processes

KILLS = 3
OFF = {"PBM_PROGRAMS_ON": "off"}


def test_no_move_is_played_twice_or_lost_whatever_is_killed(tmp_path: Path) -> None:
    found = survive_kills_of_programs(tmp_path / "data", KILLS)
    assert found.moves > found.games


@needs_sandbox
@pytest.mark.parametrize("killed", ["programs", "server"])
def test_an_engine_ends_with_the_process_that_asked_it(
    tmp_path: Path, public_folder: Path, killed: str
) -> None:
    data, engine = tmp_path / "data", misbehaving(public_folder, "leaves one behind")
    data.mkdir(mode=0o700)
    reads = ", ".join(f'"{each}"' for each in engine.reads)
    (data / "pbm.toml").write_text(
        f'[[programs.external]]\nuserid = "{HAL}"\ncommand = "{engine.command}"\n'
        f"movetime = 30000\nreads = [{reads}]\n"
    )
    with closing(App(load({"data": str(data), "domain": DOMAIN}, {}))) as app:
        with app.store.transaction() as tx:
            enlist(tx, "owl", app.clock(), app.settings.programs_external.rulesets)
        with action(app, "begin") as work:
            options = GameOptions(find("gyges"))
            create(work, options, work.player(HAL), work.player("owl-1"))

    async def kill_it() -> None:
        async with Victim(data, environ=ON) as victim:
            await victim.start()
            await until(lambda: len(processes(public_folder)) > 1)
            if killed == "programs":
                os.kill(await child_of(victim, PROGRAMS), signal.SIGKILL)
            await victim.kill()
            await until(lambda: not processes(public_folder))

    asyncio.run(kill_it())


def test_there_is_no_process_where_programs_do_not_play(tmp_path: Path) -> None:
    async def programs() -> list[int]:
        async with Victim(tmp_path / "data", environ=OFF) as victim:
            await victim.start()
            await child_of(victim, WORKER)  # the last process to be started
            found = [each for each in children(victim.process.pid) if runs(each, PROGRAMS)]
            await victim.stop()
        return found

    assert asyncio.run(programs()) == []
