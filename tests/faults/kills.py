"""kill -9 at random moments, under load from 30 connections, on the same data again and again."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random

from pbm.store import open_store
from tests.faults.figures import record
from tests.faults.ledger import (
    Figures,
    Ledger,
    assert_all_is_well,
    assert_each_mail_is_delivered,
    quiet,
)
from tests.faults.load import Load, under_load
from tests.faults.progress import Desk
from tests.faults.victim import Victim
from tests.faults.village import settle_in

SEED = 20261120
START_SECONDS = 0.6
"""About the time of a start: a kill during a start comes at any moment within this time."""
MOST_ACTED_ON = 20
A_MOMENT = 0.03


async def kill_at_random(victim: Victim, desk: Desk, random: Random) -> None:
    """Start the server and kill it: mostly under load, sometimes during its start or its stop.

    The time until the kill is counted in letters, so that it does not depend on the machine.
    """
    await victim.spawn()
    end = random.choices(["start", "load", "stop"], weights=[3, 14, 3])[0]
    if end == "start":
        await asyncio.sleep(random.uniform(0, START_SECONDS))
    else:
        await victim.listen()
        await desk.acts_on(random.randrange(MOST_ACTED_ON))
        await asyncio.sleep(random.uniform(0, A_MOMENT))
    if end == "stop":
        victim.terminate()
        await asyncio.sleep(random.uniform(0, A_MOMENT))
    await victim.kill()


async def load_through_kills(data: Path, kills: int, boards: int) -> Load:
    random, scripts = Random(SEED), settle_in(data, boards)
    async with Victim(data) as victim:
        async with under_load(victim, scripts, pause=0) as load:
            with closing(open_store(data)) as store:
                for _ in range(kills):
                    await kill_at_random(victim, Desk(store, load), random)
            await victim.start()
        await quiet(data)
        await victim.stop()
    assert "Traceback" not in victim.words
    return load


def survive_kills(data: Path, kills: int, boards: int) -> Figures:
    """Each letter that got its 250 is acted on once, however often the server is killed."""
    load = asyncio.run(load_through_kills(data, kills, boards))
    ledger = Ledger(data)
    found = record(f"kill -9, {kills} times", load, ledger)
    assert_all_is_well(load, ledger, data)
    assert_each_mail_is_delivered(ledger, data / "outgoing")
    # Some letters that were in progress when the server was killed were sent again.
    assert load.tried - len(load.taken) >= kills // 20
    return found
