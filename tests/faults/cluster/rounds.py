"""Rounds of a fault under load, which fail if anything is lost."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from pathlib import Path

from pbm.base.errors import PbmError
from tests.faults.cluster.cluster import Cluster
from tests.faults.cluster.faults import FAULTS
from tests.faults.cluster.scene import LOOK_AGAIN_SECONDS, Scene
from tests.faults.disk import COMPILER, Disk
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

log = logging.getLogger(__name__)

SENDERS = 12
"""How many senders there are, half of them for each node.

Each sender continues from round to round, a board at a time.
"""

ROUNDS_OF_A_BOARD = 4
PAUSE_SECONDS = 2.0
LETTERS_BEFORE, LETTERS_AFTER = 12, 24


@dataclass(frozen=True)
class Round:
    """The result of one round. silence: the longest time without a 250, in seconds."""

    fault: str
    load: Load
    silence: float


@dataclass(frozen=True)
class Outcome:
    """The result of all rounds of one fault.

    mailed_twice: how often a mail left twice, in these rounds and those of the other faults.
    """

    fault: str
    rounds: int
    letters: Figures
    silence: float
    mailed_twice: int


def survive(folder: Path, cluster: Cluster, rounds: Mapping[str, int]) -> Sequence[Outcome]:
    """Play rounds of faults; check that each letter that got 250 was acted on and answered once."""
    pair = Pair(folder, cluster.url, "all", "quorum")
    names = [name for name, times in rounds.items() for _ in range(times)]
    played = asyncio.run(_played(pair, cluster, names))
    ledger, url = Ledger(cluster.url), cluster.url
    left = len([*(folder / "outgoing").glob("*/new/*")])
    found = [_outcome(name, played, ledger, left - len(ledger.mails)) for name in rounds]
    assert_all_is_well(together([each.load for each in played]), ledger, url)
    assert_each_mail_is_delivered(ledger, folder / "outgoing")
    return found


def _outcome(name: str, played: Sequence[Round], ledger: Ledger, mailed_twice: int) -> Outcome:
    own = [each for each in played if each.fault == name]
    found = [figures(each.load, ledger) for each in own]
    added = Figures(*map(sum, zip(*(vars(each).values() for each in found), strict=True)))
    return Outcome(name, len(own), added, max(each.silence for each in own), mailed_twice)


async def _played(pair: Pair, cluster: Cluster, names: Sequence[str]) -> Sequence[Round]:
    boards = pair.settle_in(SENDERS * ceil(len(names) / ROUNDS_OF_A_BOARD))
    scripts = [chain.from_iterable(boards[number::SENDERS]) for number in range(SENDERS)]
    clocks = pair.clocks() if COMPILER else []
    north, south = pair.victims(clocks)
    async with north, south:
        for victim in (north, south):
            await victim.start()
        played = [await _round(name, cluster, (north, south), clocks, scripts) for name in names]
        await asyncio.to_thread(cluster.whole)
        await _until_quiet(pair.url)
        for victim in (north, south):
            await victim.stop()
    assert "Traceback" not in north.words, north.words
    return played


async def _round(
    name: str,
    cluster: Cluster,
    nodes: Sequence[Victim],
    clocks: Sequence[Disk],
    scripts: Sequence[Script],
) -> Round:
    north, south = nodes
    await asyncio.to_thread(cluster.whole)
    async with (
        under_load(north, scripts[::2], PAUSE_SECONDS) as one,
        under_load(south, scripts[1::2], PAUSE_SECONDS) as two,
    ):
        scene = Scene(cluster, nodes, clocks, [one, two])
        await scene.more(LETTERS_BEFORE)
        watch = asyncio.create_task(_longest_silence(scene))
        await FAULTS[name](scene)
        await scene.more(LETTERS_AFTER)
        watch.cancel()
        silence = await watch
    log.info("%s: %.1f s without a 250", name, silence)
    return Round(name, together([one, two]), silence)


async def _longest_silence(scene: Scene) -> float:
    """The longest time without a 250 until this task is cancelled."""
    longest, seen, since = 0.0, -1, time.monotonic()
    try:
        while True:
            now, taken = time.monotonic(), scene.answered(250)
            longest = max(longest, now - since)
            if taken != seen:
                seen, since = taken, now
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
    except asyncio.CancelledError:
        return longest


async def _until_quiet(url: str) -> None:
    """Wait as ``quiet`` does, though the database may be changing its primary."""
    while True:
        try:
            await quiet(url)
        except PbmError:
            await asyncio.sleep(1)
        else:
            return
