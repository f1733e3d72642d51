"""The child processes of a server: found in /proc, killed under load, waited for."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pbm.app.parent import Trade
from pbm.store import open_store
from tests.faults.ledger import Ledger, assert_all_is_well, assert_each_mail_is_delivered
from tests.faults.load import Load
from tests.faults.progress import Desk
from tests.faults.trial import Settle, trial
from tests.faults.victim import Victim
from tests.faults.village import settle_in
from tests.patience import until

# After the first kill the server waits one second before a new start, then twice as long each time.
KILLS = 3
MOST_LETTERS = 20
A_MOMENT = 0.03

needs_proc = pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(),
    reason="no /proc tells of children",
)


def children(process: int) -> Sequence[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in found.split()]


def runs(process: int, trade: Trade) -> bool:
    try:
        return trade.module.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


async def child_of(victim: Victim, trade: Trade) -> int:
    def found() -> Sequence[int]:
        return [each for each in children(victim.process.pid) if runs(each, trade)]

    await until(found)
    (child,) = found()
    return child


async def gone(process: int) -> None:
    await until(lambda: not Path(f"/proc/{process}").exists())


def survive_kills(trade: Trade, data: Path, settle: Settle = settle_in) -> tuple[Load, Ledger]:
    """Kill the child of this trade several times under load: every letter and mail must survive."""
    victim = Victim(data)
    load = asyncio.run(trial(victim, partial(_kill, victim, trade, data), data, settle))
    ledger = Ledger(data)
    assert_all_is_well(load, ledger, data)
    assert_each_mail_is_delivered(ledger, data / "outgoing")
    assert victim.words.count("it is started again") == KILLS
    return load, ledger


async def _kill(victim: Victim, trade: Trade, data: Path, load: Load) -> None:
    random = Random(1)
    with closing(open_store(data)) as store:
        for _ in range(KILLS):
            await Desk(store, load).acts_on(random.randint(1, MOST_LETTERS))
            await asyncio.sleep(random.uniform(0, A_MOMENT))
            child = await child_of(victim, trade)
            os.kill(child, signal.SIGKILL)
            await gone(child)
            # Letters that are sent while there is no child would only make more work for the next.
            load.room.clear()
            await child_of(victim, trade)
            load.room.set()
