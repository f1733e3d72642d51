"""A power cut before each single write, sync, rename and removal that letters cause."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests import shared
from tests.end_to_end.process import DOMAIN, ROOT, SERVER
from tests.faults.disk import Disk
from tests.faults.ledger import Ledger, findings
from tests.faults.village import Letter, settle_in
from tests.patience import PATIENCE


def deliver(letter: Letter, data: Path, disk: Disk) -> int:
    command = [sys.executable, "-m", "pbm", "--data", str(data), "--domain", DOMAIN, "deliver"]
    envelope = ["--sender", letter.sender, "--recipient", SERVER]
    return subprocess.run(
        [*command, *envelope],
        cwd=ROOT,
        env={**shared.environ(), **disk.environ},
        input=letter.raw,
        timeout=PATIENCE,
        check=False,
    ).returncode


def deliver_through_power_cuts(
    letter: Letter, data: Path, disk: Disk, first: int, step: int
) -> int:
    """Deliver the letter until it is accepted, with each power cut ``step`` changes later.

    :returns: the number of power cuts
    """
    cuts = 0
    disk.kill_at(first)
    while (status := deliver(letter, data, disk)) != 0:
        assert status == -signal.SIGKILL
        cuts += 1
        disk.kill_at(first + cuts * step)
    return cuts


def survive_power_cuts(data: Path, letters: int, step: int) -> int:
    """Deliver letters through power cuts, and assert that each was acted on once.

    The cuts of each letter are shifted by one change: ``step`` letters meet every change.

    :returns: the number of power cuts
    """
    (script,) = settle_in(data, boards=1)
    disk = Disk(data)
    brought = [next(script) for _ in range(letters)]
    cuts = [
        deliver_through_power_cuts(letter, data, disk, first, step)
        for first, letter in enumerate(brought, start=1)
    ]
    disk.kill_at(0)
    ledger = Ledger(data)
    assert min(cuts) > 0
    assert [set(ledger.times(letter)) for letter in brought] == [{1}] * letters
    assert ledger.moves == {1: [(each.id, each.move) for each in brought if each.move]}
    assert findings(data) == []
    return sum(cuts)
