"""Faults of a database of three machines, and of the two nodes that use it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from random import Random

from pbm.app.data_directory import KEY_FILE
from pbm.app.orders import WORKER
from tests.faults.children import child_of, gone
from tests.faults.cluster.cluster import Cluster
from tests.faults.cluster.machines import Machine
from tests.faults.cluster.scene import LOOK_AGAIN_SECONDS, Scene, suspended
from tests.faults.disk import COMPILER
from tests.patience import PATIENCE

SILENT_SECONDS = 8.0
"""How long standbys are gone, or a former primary hangs after another took its place."""

HOUR = 3600
LETTERS = 12
"""How many letters get 250 while the clocks are wrong."""

_random = Random(1)

Fault = Callable[[Scene], Awaitable[None]]


async def kill_machine(scene: Scene) -> None:
    primary = await scene.primary()
    await asyncio.to_thread(primary.kill)
    await scene.another_than(primary)
    primary.start()


async def kill_postmaster(scene: Scene) -> None:
    primary = await scene.primary()
    primary.crash()
    await asyncio.sleep(1)


async def suspend_primary(scene: Scene) -> None:
    """The primary hangs until another one has taken its place, and a while longer."""
    primary = await scene.primary()
    with suspended(primary):
        await scene.another_than(primary)
        await asyncio.sleep(SILENT_SECONDS)


async def cut_off_primary(scene: Scene) -> None:
    """Nobody can reach the primary, and it reaches nobody."""
    primary = await scene.primary()
    with scene.cluster.cut_off(primary):
        await scene.another_than(primary)
        await asyncio.sleep(SILENT_SECONDS)


async def part_primary(scene: Scene) -> None:
    """The nodes still reach the primary, but etcd and the standbys do not."""
    primary = await scene.primary()
    with scene.cluster.parted(primary):
        await scene.another_than(primary)
        await asyncio.sleep(SILENT_SECONDS)


async def lose_standbys(scene: Scene) -> None:
    """No standby confirms a commit: no letter gets 250, and each sender is told to come again."""
    await _without_standbys(scene, lambda primary: None)


async def cancel_commits(scene: Scene) -> None:
    """Cancel each wait for a standby: a letter that was committed on one machine gets no 250."""
    await _without_standbys(scene, _cancel)


async def _without_standbys(scene: Scene, meanwhile: Callable[[Machine], None]) -> None:
    """Suspend the standbys until a letter is put off.

    meanwhile: called again and again with the primary.
    """
    primary = await scene.primary()
    with suspended(*scene.cluster.standbys_of(primary)):
        await asyncio.sleep(1)
        before, put_off = scene.answered(250), scene.answered(451)
        async with asyncio.timeout(6 * PATIENCE):
            while scene.answered(451) == put_off:
                await asyncio.to_thread(meanwhile, primary)
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
        assert scene.answered(250) == before, "a letter got 250 that is on one machine"


def _cancel(primary: Machine) -> None:
    with closing(primary.connect()) as db:
        db.execute(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
            " WHERE wait_event = 'SyncRep' AND application_name = 'pbm'"
        )


async def kill_node(scene: Scene) -> None:
    node = _random.choice(scene.nodes)
    await node.kill()
    await node.start()


async def kill_worker(scene: Scene) -> None:
    """The process that acts on letters dies at a random moment."""
    worker = await child_of(_random.choice(scene.nodes), WORKER)
    await scene.more(1)
    await asyncio.sleep(_random.random() / 10)
    os.kill(worker, signal.SIGKILL)
    await gone(worker)


async def set_clocks_apart(scene: Scene) -> None:
    """The clock of one node is an hour fast, that of the other an hour slow."""
    for clock, seconds in zip(scene.clocks, (HOUR, -HOUR), strict=True):
        clock.set_clock(seconds)
    await scene.more(LETTERS)
    for clock in scene.clocks:
        clock.set_clock(0)


async def start_with_wrong_key(scene: Scene) -> None:
    """A node whose key differs from the other node's does not start."""
    node = _random.choice(scene.nodes)
    key = node.data / KEY_FILE
    right = key.read_bytes()
    await node.stop()
    key.write_bytes(bytes(len(right)))
    await node.spawn()
    assert await node.ended() != 0, "it started with another key"
    key.write_bytes(right)
    await node.start()


FAULTS: Mapping[str, Fault] = {
    "machine": kill_machine,
    "postmaster": kill_postmaster,
    "hang": suspend_primary,
    "partition": cut_off_primary,
    "split": part_primary,
    "standbys": lose_standbys,
    "cancel": cancel_commits,
    "node": kill_node,
    "worker": kill_worker,
    "clocks": set_clocks_apart,
    "key": start_with_wrong_key,
}

_NETWORKED = ("partition", "split")


def is_possible(name: str, cluster: Cluster) -> bool:
    """Whether a fault can be tried here: some need a network that can be cut, or a compiler."""
    if name in _NETWORKED:
        return cluster.network is not None
    return name != "clocks" or COMPILER is not None
