"""A power cut before each single write, sync, rename and removal that one letter causes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.process import DOMAIN, ROOT, SERVER
from tests.faults.disk import COMPILER, Disk
from tests.faults.ledger import Ledger, findings
from tests.faults.village import Letter, settle_in
from tests.patience import PATIENCE

LETTERS = 6


def deliver(letter: Letter, data: Path, disk: Disk) -> int:
    command = [sys.executable, "-m", "pbm", "--data", str(data), "--domain", DOMAIN, "deliver"]
    envelope = ["--sender", letter.sender, "--recipient", SERVER]
    return subprocess.run(
        [*command, *envelope],
        cwd=ROOT,
        env={**os.environ, **disk.environ},
        input=letter.raw,
        timeout=PATIENCE,
        check=False,
    ).returncode


def deliver_through_power_cuts(letter: Letter, data: Path, disk: Disk, first: int) -> int:
    """Bring the letter until it is taken, each time cut off LETTERS changes later; how often."""
    tries = 1
    disk.kill_at(first)
    while (status := deliver(letter, data, disk)) != 0:
        assert status == -signal.SIGKILL
        disk.kill_at(first + tries * LETTERS)
        tries += 1
    return tries


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="no C compiler for the power cuts")
def test_a_letter_is_acted_on_once_whichever_change_on_the_disk_is_the_last(
    tmp_path: Path,
) -> None:
    """The cuts of each letter fall between those of the others, so that together they meet all."""
    data = tmp_path / "data"
    (script,) = settle_in(data, boards=1)
    disk = Disk(data)
    letters = [next(script) for _ in range(LETTERS)]
    tries = [
        deliver_through_power_cuts(letter, data, disk, first)
        for first, letter in enumerate(letters, start=1)
    ]
    disk.kill_at(0)
    ledger = Ledger(data)
    assert min(tries) > 1
    assert [set(ledger.times(letter)) for letter in letters] == [{1}] * LETTERS
    assert ledger.moves == {1: [(each.id, each.move) for each in letters if each.move]}
    assert findings(data) == []
