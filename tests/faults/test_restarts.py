"""A server that is stopped in the middle of its work, and one whose clock jumps."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from tests.faults.conftest import Record
from tests.faults.disk import COMPILER, Disk
from tests.faults.ledger import Ledger, assert_all_is_well, assert_each_mail_is_delivered
from tests.faults.load import Load
from tests.faults.trial import trial
from tests.faults.victim import Victim

RESTARTS = 5
MOST_LETTERS = 20
JUMPS = (-timedelta(days=1), timedelta(minutes=30), timedelta(days=400), timedelta(0))


def check(data: Path, load: Load, fault: str, record: Record) -> None:
    ledger = Ledger(data)
    record(fault, load, ledger)
    assert_all_is_well(load, ledger, data)
    assert_each_mail_is_delivered(ledger, data / "outgoing")


def test_a_restart_loses_nothing_that_is_on_its_way_in_or_out(
    tmp_path: Path, record: Record
) -> None:
    data, random = tmp_path / "data", Random(1)
    victim = Victim(data)

    async def restarts(load: Load) -> None:
        for _ in range(RESTARTS):
            await load.more(random.randrange(MOST_LETTERS))
            await victim.stop()
            await victim.start()

    load = asyncio.run(trial(victim, restarts, data))
    check(data, load, f"SIGTERM and a new start, {RESTARTS} times", record)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for the clock that jumps")
def test_a_clock_that_jumps_loses_nothing_and_holds_up_no_mail(
    tmp_path: Path, record: Record
) -> None:
    data = tmp_path / "data"
    disk = Disk(data)

    async def jumps(load: Load) -> None:
        for jump in JUMPS:
            disk.set_clock(int(jump.total_seconds()))
            await load.more(MOST_LETTERS)

    load = asyncio.run(trial(Victim(data, environ=disk.environ), jumps, data))
    check(data, load, "the clock jumps, four times", record)
