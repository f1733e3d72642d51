"""A disk that is full, read-only, or cannot be synced or read under load, and is then repaired."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.cli import TEMPORARY
from tests.faults.conftest import Record
from tests.faults.disk import COMPILER, Disk, Fault
from tests.faults.ledger import Ledger, assert_all_is_well, assert_each_mail_is_delivered
from tests.faults.load import Load
from tests.faults.trial import FEW, trial
from tests.faults.victim import Victim

# For the server, Maildirs on the broken disk are a next hop that is down: it retries after a
# minute.
TWO_MINUTES = 120
MEGABYTE = 1 << 20
LITTLE = 1 << 16
"""A limit in bytes. The log of a few letters is larger; so is the database, so that the log cannot
be emptied either."""

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler for the broken disk")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")


def check(data: Path, load: Load, fault: str, record: Record) -> None:
    ledger = Ledger(data)
    record(fault, load, ledger)
    assert_all_is_well(load, ledger, data)
    assert_each_mail_is_delivered(ledger, data / "outgoing")


@needs_compiler
@pytest.mark.parametrize(
    "fault",
    [Fault.FULL, Fault.READ_ONLY, Fault.UNSYNCED, Fault.UNREADABLE],
)
def test_what_a_broken_disk_cannot_keep_gets_451_and_nothing_is_lost(
    tmp_path: Path, fault: Fault, record: Record
) -> None:
    """If only reading fails, a letter can be stored: it gets its 250, and waits."""
    data = tmp_path / "data"
    disk = Disk(data)

    async def breaks(load: Load) -> None:
        with disk.broken(fault):
            await (load.more_tried if fault is Fault.UNREADABLE else load.more_put_off)(FEW)
        disk.set_clock(TWO_MINUTES)

    load = asyncio.run(trial(Victim(data, environ=disk.environ), breaks, data))
    check(data, load, f"disk {fault.name.lower().replace('_', ' ')}", record)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this root may not mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(ballast: Path) -> None:
    """Fill the disk until not one more byte fits."""
    with ballast.open("wb", buffering=0) as file:
        for size in (MEGABYTE, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue


@needs_root
def test_what_does_not_fit_on_a_small_disk_gets_451_and_nothing_is_lost(
    small_disk: Path, record: Record
) -> None:
    data, ballast = small_disk / "data", small_disk / "ballast"

    async def fills_up(load: Load) -> None:
        fill(ballast)
        await load.more_put_off(FEW)
        assert f"{data}: its disk is full, 0 of 24 MiB are free" in victim.words
        ballast.unlink()

    outgoing = small_disk.parent / "outgoing"
    victim = Victim(data, f"maildir:{outgoing}")
    victim.log = small_disk.parent / "log"
    load = asyncio.run(trial(victim, fills_up, data))
    ledger = Ledger(data)
    record("a small file system, filled", load, ledger)
    assert_all_is_well(load, ledger, data)
    assert_each_mail_is_delivered(ledger, outgoing)


@needs_root
def test_a_start_on_a_full_disk_says_that_it_is_full(small_disk: Path) -> None:
    victim = Victim(small_disk / "data")
    (small_disk / "data").mkdir()
    victim.log = small_disk.parent / "log"
    fill(small_disk / "ballast")

    async def refused() -> int:
        await victim.spawn()
        return await victim.ended()

    assert asyncio.run(refused()) == TEMPORARY
    assert f"{small_disk / 'data'}: its disk is full, 0 of 24 MiB are free" in victim.words


def limit(victim: Victim, most: int) -> None:
    """Let no file of the server grow beyond this many bytes."""
    unlimited = resource.RLIM_INFINITY
    resource.prlimit(victim.process.pid, resource.RLIMIT_FSIZE, (most, unlimited))


def test_a_process_that_may_write_no_larger_files_answers_451_and_loses_nothing(
    tmp_path: Path, record: Record
) -> None:
    data = tmp_path / "data"
    victim = Victim(data)

    async def limits(load: Load) -> None:
        limit(victim, LITTLE)
        await load.more_put_off(FEW)
        limit(victim, resource.RLIM_INFINITY)

    check(data, asyncio.run(trial(victim, limits, data)), "no file may grow (RLIMIT_FSIZE)", record)
