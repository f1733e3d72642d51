"""A power cut at some changes of the first start: the next start begins the club."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest

from tests import shared
from tests.end_to_end.process import ROOT
from tests.faults.disk import COMPILER, Disk
from tests.patience import PATIENCE

STEP = 7


def first_command(data: Path, environ: Mapping[str, str]) -> int:
    """The exit status of a command that makes the data directory, with its store and its key."""
    command = [sys.executable, "-m", "pbm", "players", "add", "alice", "alice@example.org"]
    return subprocess.run(
        [*command, "--data", str(data)],
        cwd=ROOT,
        env={**shared.environ(), **environ},
        timeout=PATIENCE,
        check=False,
    ).returncode


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for the power cuts")
def test_a_first_start_that_was_cut_off_is_repeated(tmp_path: Path) -> None:
    cuts = 0
    for change in count(1, STEP):
        (tmp_path / str(change)).mkdir()
        disk = Disk(tmp_path / str(change) / "data")
        disk.kill_at(change)
        status = first_command(tmp_path / str(change) / "data", disk.environ)
        if status == 0:
            break
        assert status == -signal.SIGKILL
        cuts += 1
        # The player may have been added before the power was cut.
        assert first_command(tmp_path / str(change) / "data", {}) in {0, 2}
    assert cuts > 3
