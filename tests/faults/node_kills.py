"""kill -9 of one of two nodes on one database, and of the database itself, under load."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copyfile

from pbm.app.data_directory import KEY_FILE
from pbm.store import open_store
from tests.faults.disk import Disk
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
from tests.faults.village import Letter, Script, settle_in
from tests.pbm.store.postgresql.server import emptied, server

NAMES = ("north", "south")


@dataclass(frozen=True)
class Found:
    """The letters of both nodes, added up. kills: kills of nodes. crashes: of the database."""

    kills: int
    crashes: int
    letters: Figures


@dataclass(frozen=True)
class Pair:
    """Two nodes on one database, and the letters of a village.

    acting, durability: the settings store_acting and store_durability.
    """

    folder: Path
    url: str
    acting: str
    durability: str = "local"

    def environ(self, name: str) -> Mapping[str, str]:
        return {
            "PBM_STORE": self.url,
            "PBM_NODE": name,
            "PBM_STORE_DURABILITY": self.durability,
            "PBM_STORE_ACTING": self.acting,
            "PBM_PROGRAMS_ON": "off",
        }

    def settle_in(self, boards: int) -> list[Script]:
        north, south = (self.folder / name for name in NAMES)
        scripts = settle_in(north, boards, self.environ(NAMES[0]))
        south.mkdir()
        for name in (KEY_FILE, "pbm.toml"):
            copyfile(north / name, south / name)
        return [by_one_sender(script, "mail") for script in scripts]

    def clocks(self) -> list[Disk]:
        """A clock for each node, which can be set."""
        folders = [self.folder / f"clock-{name}" for name in NAMES]
        for each in folders:
            each.mkdir()
        return [Disk(each / "data") for each in folders]

    def victims(self, clocks: Sequence[Disk] = ()) -> list[Victim]:
        """The nodes. clocks: if given, the clocks that they use."""
        outgoing = f"maildir:{self.folder / 'outgoing'}"
        environs = [each.environ for each in clocks] or [{}, {}]
        return [
            Victim(self.folder / name, outgoing, {**self.environ(name), **environ})
            for name, environ in zip(NAMES, environs, strict=True)
        ]


def by_one_sender(script: Script, host: str) -> Iterator[Letter]:
    """The letters of a board from one envelope sender, whose letters are acted on in their order.

    The letters follow each other faster than players can answer a mail.
    """
    return (replace(each, sender=f"list-{each.board}@{host}.example.org") for each in script)


async def load_through_kills(pair: Pair, times: int, boards: int) -> list[Load]:
    random, url = Random(SEED), pair.url
    scripts = pair.settle_in(boards)
    north, south = pair.victims()
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


def survive_node_kills(folder: Path, times: int, boards: int, acting: str = "leader") -> Found:
    """Each letter that got its 250 is acted on once, whichever node or database is killed."""
    pair = Pair(folder, emptied("node_kills"), acting)
    loads = asyncio.run(load_through_kills(pair, times, boards))
    return Found(times - times // 4, times // 4, looked_over(pair, loads))


async def bring_to_both(pair: Pair, boards: int, letters: int) -> list[Load]:
    """Bring the same letters to both nodes at the same time, ``letters`` of each board.

    Each node gets its copies from another sender, so that both may act on one letter concurrently.
    """
    scripts = [[*islice(script, letters)] for script in pair.settle_in(boards)]
    north, south = pair.victims()
    async with north, south:
        loads = []
        for victim in (north, south):
            await victim.start()
            own = [by_one_sender(iter(script), victim.data.name) for script in scripts]
            loads.append(Load(victim, own, pause=0))
        await asyncio.gather(*(each.run() for each in loads))
        await quiet(pair.url)
        for victim in (north, south):
            await victim.stop()
    assert "Traceback" not in north.words
    return loads


def act_once_on_what_both_get(folder: Path, boards: int, letters: int) -> Figures:
    """Each letter is acted on once and in order, although both nodes got it and both act."""
    pair = Pair(folder, emptied("both_get"), "all")
    return looked_over(pair, asyncio.run(bring_to_both(pair, boards, letters)))


def looked_over(pair: Pair, loads: list[Load]) -> Figures:
    ledger, joined = Ledger(pair.url), together(loads)
    assert_all_is_well(joined, ledger, pair.url)
    assert_each_mail_is_delivered(ledger, pair.folder / "outgoing")
    return figures(joined, ledger)


def together(loads: list[Load]) -> Load:
    """One load with the letters of all loads: those of each board in order, each once."""
    first, *others = loads
    for each in others:
        known = {letter.id for letter in first.taken}
        first.taken += [letter for letter in each.taken if letter.id not in known]
        first.refusals += each.refusals
        first.tried += each.tried
    return first
