"""Two nodes on one database: a node, or the database, is killed again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.node_kills import act_once_on_what_both_get, survive_node_kills


@pytest.mark.parametrize("acting", ["leader", "all"])
def test_what_got_250_is_acted_on_once_whatever_is_killed(acting: str, tmp_path: Path) -> None:
    found = survive_node_kills(tmp_path, times=4, boards=12, acting=acting)
    assert (found.letters.lost, found.letters.doubled) == (0, 0)


def test_what_both_nodes_get_at_once_is_acted_on_once_and_in_order(tmp_path: Path) -> None:
    found = act_once_on_what_both_get(tmp_path, boards=6, letters=10)
    assert (found.taken, found.again, found.lost, found.doubled) == (60, 60, 0, 0)
