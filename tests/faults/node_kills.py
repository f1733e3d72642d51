"""kill -9 of one of two nodes on one database, and of the database itself, under load."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copyfile

from pbm.app.data_directory import KEY_FILE
from pbm.store import open_store
from tests.faults.kills import A_MOMENT, MOST_ACTED_ON, SEED
from tests.faults.ledger import (
    Figures,
    Ledger,
    assert_all_is_well,
    assert_each_mail_is_delivered,
    figures,
    quiet,
)
from tests.faults.load import Load, under_load
from tests.faults.progress import Desk
from tests.faults.victim import Victim
from tests.faults.village import settle_in
from tests.pbm.store.postgresql.server import emptied, server

NAMES = ("north", "south")


@dataclass(frozen=True)
class Found:
    """The letters of both nodes, added up. kills: of nodes. crashes: of the database."""

    kills: int
    crashes: int
    letters: Figures


def environ(url: str, name: str) -> Mapping[str, str]:
    return {"PBM_STORE": url, "PBM_NODE": name, "PBM_STORE_DURABILITY": "local"}


async def load_through_kills(folder: Path, url: str, times: int, boards: int) -> list[Load]:
    random, data = Random(SEED), [folder / name for name in NAMES]
    scripts = settle_in(data[0], boards, environ(url, NAMES[0]))
    data[1].mkdir()
    for name in (KEY_FILE, "pbm.toml"):
        copyfile(data[0] / name, data[1] / name)
    outgoing = f"maildir:{folder / 'outgoing'}"
    north, south = (
        Victim(each, outgoing, environ(url, name)) for each, name in zip(data, NAMES, strict=True)
    )
    async with north, south:
        for victim in (north, south):
            await victim.start()
        async with (
            under_load(north, scripts[::2], pause=0.05) as one,
            under_load(south, scripts[1::2], pause=0.05) as two,
        ):
            for number in range(times):
                with closing(open_store(url)) as store:
                    await Desk(store, one, two).acts_on(1 + random.randrange(MOST_ACTED_ON))
                await asyncio.sleep(random.uniform(0, A_MOMENT))
                if number % 4 == 3:
                    await asyncio.to_thread(server().crash)
                else:
                    victim = random.choice([north, south])
                    await victim.kill()
                    await victim.start()
        await quiet(url)
        for victim in (north, south):
            await victim.stop()
    assert "Traceback" not in north.words
    return [one, two]


def survive_node_kills(folder: Path, times: int, boards: int) -> Found:
    """Each letter that got its 250 is acted on once, whichever node or database is killed."""
    url = emptied("node_kills")
    loads = asyncio.run(load_through_kills(folder, url, times, boards))
    ledger = Ledger(url)
    joined = together(loads)
    assert_all_is_well(joined, ledger, url)
    assert_each_mail_is_delivered(ledger, folder / "outgoing")
    return Found(times - times // 4, times // 4, figures(joined, ledger))


def together(loads: list[Load]) -> Load:
    """One load with the letters of all. Each board is in one of them, in order."""
    first, *others = loads
    for each in others:
        first.taken += each.taken
        first.refusals += each.refusals
        first.tried += each.tried
    return first
