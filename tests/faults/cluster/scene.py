"""The scene of the faults of a cluster: its machines, the nodes of pbm, and their load."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tests.faults.cluster.cluster import Cluster
from tests.faults.cluster.machines import Machine
from tests.faults.disk import Disk
from tests.faults.load import Load
from tests.faults.victim import Victim
from tests.patience import PATIENCE

LOOK_AGAIN_SECONDS = 0.1


@dataclass(frozen=True)
class Scene:
    """The scene of a fault. clocks: the clocks of the nodes, if they can be set."""

    cluster: Cluster
    nodes: Sequence[Victim]
    clocks: Sequence[Disk]
    loads: Sequence[Load]

    def answered(self, code: int) -> int:
        return sum(load.answers[code] for load in self.loads)

    async def more(self, letters: int) -> None:
        """Wait until ``letters`` more letters have got 250."""
        wanted = self.answered(250) + letters
        async with asyncio.timeout(6 * PATIENCE):
            while self.answered(250) < wanted:
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def primary(self) -> Machine:
        return await asyncio.to_thread(self.cluster.primary)

    async def another_than(self, former: Machine) -> Machine:
        return await asyncio.to_thread(self.cluster.another_than, former)


@contextmanager
def suspended(*machines: Machine) -> Iterator[None]:
    for each in machines:
        each.suspend()
    try:
        yield
    finally:
        for each in machines:
            each.go_on()
