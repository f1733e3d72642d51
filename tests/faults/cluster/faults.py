"""Faults of a database of three machines, and of its two nodes, under load."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pbm.base.errors import PbmError
from tests.faults.cluster.machines import Cluster, Machine
from tests.faults.ledger import (
    Figures,
    Ledger,
    assert_all_is_well,
    assert_each_mail_is_delivered,
    figures,
    quiet,
)
from tests.faults.load import Load, under_load
from tests.faults.node_kills import Pair, together
from tests.faults.victim import Victim
from tests.faults.village import Script
from tests.patience import PATIENCE

BOARDS = 12
"""Of each round: six senders a node."""

PAUSE_SECONDS = 0.5
LETTERS_BEFORE, LETTERS_AFTER = 12, 24
SILENT_SECONDS = 8.0
"""How long standbys are gone, or a primary that hangs is left after another took its place."""

_LOOK_AGAIN_SECONDS = 0.1


@dataclass(frozen=True)
class Scene:
    """What a fault happens to."""

    cluster: Cluster
    nodes: Sequence[Victim]
    loads: Sequence[Load]

    def answered(self, code: int) -> int:
        return sum(load.answers[code] for load in self.loads)


Fault = Callable[[Scene], Awaitable[None]]


async def kill_machine(scene: Scene) -> None:
    primary = await asyncio.to_thread(scene.cluster.primary)
    await asyncio.to_thread(primary.kill)
    await asyncio.to_thread(scene.cluster.another_than, primary)
    primary.start()


async def kill_postmaster(scene: Scene) -> None:
    primary = await asyncio.to_thread(scene.cluster.primary)
    primary.crash()
    await asyncio.sleep(1)


async def suspend_primary(scene: Scene) -> None:
    """The primary hangs until another one has taken its place, and a while longer."""
    primary = await asyncio.to_thread(scene.cluster.primary)
    with suspended(primary):
        await asyncio.to_thread(scene.cluster.another_than, primary)
        await asyncio.sleep(SILENT_SECONDS)


async def lose_standbys(scene: Scene) -> None:
    """No standby confirms a commit: no letter gets 250, and each sender is told to come again."""
    await _without_standbys(scene, lambda primary: None)


async def cancel_commits(scene: Scene) -> None:
    """Waits for standbys that are cancelled: what was committed on one machine gets no 250."""
    await _without_standbys(scene, _cancel)


async def _without_standbys(scene: Scene, meanwhile: Callable[[Machine], None]) -> None:
    """Suspend the standbys until a letter is put off. meanwhile: done to the primary, often."""
    primary = await asyncio.to_thread(scene.cluster.primary)
    with suspended(*scene.cluster.standbys_of(primary)):
        await asyncio.sleep(1)
        before, put_off = scene.answered(250), scene.answered(451)
        async with asyncio.timeout(6 * PATIENCE):
            while scene.answered(451) == put_off:
                await asyncio.to_thread(meanwhile, primary)
                await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        assert scene.answered(250) == before, "a letter got 250 that is on one machine"


def _cancel(primary: Machine) -> None:
    with closing(primary.connect()) as db:
        db.execute(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
            " WHERE wait_event = 'SyncRep' AND application_name = 'pbm'"
        )


async def kill_node(scene: Scene) -> None:
    node = max(scene.nodes, key=lambda each: each.port)
    await node.kill()
    await node.start()


FAULTS: Mapping[str, Fault] = {
    "machine": kill_machine,
    "postmaster": kill_postmaster,
    "hang": suspend_primary,
    "standbys": lose_standbys,
    "cancel": cancel_commits,
    "node": kill_node,
}


@contextmanager
def suspended(*machines: Machine) -> Iterator[None]:
    for each in machines:
        each.suspend()
    try:
        yield
    finally:
        for each in machines:
            each.go_on()


@dataclass(frozen=True)
class Round:
    """What one round brought. silence: the longest time without a 250, in seconds."""

    fault: str
    load: Load
    silence: float


async def play_round(
    name: str, cluster: Cluster, nodes: Sequence[Victim], scripts: Sequence[Script]
) -> Round:
    north, south = nodes
    await asyncio.to_thread(cluster.whole)
    async with (
        under_load(north, scripts[::2], PAUSE_SECONDS) as one,
        under_load(south, scripts[1::2], PAUSE_SECONDS) as two,
    ):
        scene = Scene(cluster, nodes, [one, two])
        await more(scene, LETTERS_BEFORE)
        watch = asyncio.create_task(longest_silence(scene))
        await FAULTS[name](scene)
        await more(scene, LETTERS_AFTER)
        watch.cancel()
        silence = await watch
    return Round(name, together([one, two]), silence)


async def more(scene: Scene, letters: int) -> None:
    """Wait until so many more letters got 250."""
    wanted = scene.answered(250) + letters
    async with asyncio.timeout(6 * PATIENCE):
        while scene.answered(250) < wanted:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)


async def longest_silence(scene: Scene) -> float:
    """The longest time without a 250 until this is cancelled."""
    longest, seen, since = 0.0, -1, time.monotonic()
    try:
        while True:
            now, taken = time.monotonic(), scene.answered(250)
            longest = max(longest, now - since)
            if taken != seen:
                seen, since = taken, now
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
    except asyncio.CancelledError:
        return longest


@dataclass(frozen=True)
class Outcome:
    """What all rounds of one fault brought."""

    fault: str
    rounds: int
    letters: Figures
    silence: float


def survive(
    folder: Path, cluster: Cluster, rounds: Mapping[str, int], acting: str = "all"
) -> Sequence[Outcome]:
    """Play rounds of faults; then each letter that got 250 was acted on once, and told of once."""
    pair = Pair(folder, cluster.url, acting, durability="quorum")
    names = [name for name, times in rounds.items() for _ in range(times)]
    played = asyncio.run(_played(pair, cluster, names))
    ledger, url = Ledger(cluster.url), cluster.url
    found = [_outcome(name, played, ledger) for name in rounds]
    assert_all_is_well(together([each.load for each in played]), ledger, url)
    assert_each_mail_is_delivered(ledger, folder / "outgoing")
    return found


def _outcome(name: str, played: Sequence[Round], ledger: Ledger) -> Outcome:
    own = [each for each in played if each.fault == name]
    found = [figures(each.load, ledger) for each in own]
    added = Figures(*map(sum, zip(*(vars(each).values() for each in found), strict=True)))
    return Outcome(name, len(own), added, max(each.silence for each in own))


async def _played(pair: Pair, cluster: Cluster, names: Sequence[str]) -> Sequence[Round]:
    scripts = iter(pair.settle_in(BOARDS * len(names)))
    north, south = pair.victims()
    async with north, south:
        for victim in (north, south):
            await victim.start()
        played = [
            await play_round(name, cluster, (north, south), [*islice(scripts, BOARDS)])
            for name in names
        ]
        await asyncio.to_thread(cluster.whole)
        await until_quiet(pair.url)
        for victim in (north, south):
            await victim.stop()
    assert "Traceback" not in north.words
    return played


async def until_quiet(url: str) -> None:
    """Wait as ``quiet`` does, though the database may be changing its primary."""
    while True:
        try:
            await quiet(url)
        except PbmError:
            await asyncio.sleep(1)
        else:
            return
