"""Two nodes on one database, of which something is killed again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.node_kills import survive_node_kills


@pytest.mark.slow
def test_what_got_250_is_acted_on_once_whatever_is_killed(tmp_path: Path) -> None:
    found = survive_node_kills(tmp_path, times=4, boards=12)
    assert (found.letters.lost, found.letters.doubled) == (0, 0)
