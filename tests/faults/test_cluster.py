"""Faults of a database on three machines with two nodes; ``scripts/cluster faults`` has more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.cluster.faults import FAULTS, survive
from tests.faults.cluster.machines import MISSING, cluster, is_installed

# What is known of hang is in the README of the folder cluster.
EXPLAINED = [fault for fault in FAULTS if fault != "hang"]


@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_what_got_250_is_acted_on_once_whatever_happens_to_the_cluster(tmp_path: Path) -> None:
    with cluster() as machines:
        for found in survive(tmp_path, machines, dict.fromkeys(EXPLAINED, 1)):
            assert (found.letters.lost, found.letters.doubled) == (0, 0)
