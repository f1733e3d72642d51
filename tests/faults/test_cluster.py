"""Faults of a database on three machines with two nodes; ``scripts/cluster faults`` has more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.cluster.cluster import cluster
from tests.faults.cluster.faults import FAULTS, is_possible
from tests.faults.cluster.machines import MISSING, is_installed
from tests.faults.cluster.rounds import survive


@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_what_got_250_is_acted_on_once_whatever_happens_to_the_cluster(tmp_path: Path) -> None:
    with cluster() as machines:
        faults = [name for name in FAULTS if is_possible(name, machines)]
        for found in survive(tmp_path, machines, dict.fromkeys(faults, 1)):
            assert (found.letters.lost, found.letters.doubled) == (0, 0)
