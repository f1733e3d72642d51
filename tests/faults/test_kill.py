"""kill -9 at random moments; ``scripts/trials kills`` does it 200 times."""

from __future__ import annotations

from pathlib import Path

from tests.faults.kills import survive_kills


def test_what_got_250_is_acted_on_once_however_often_the_server_is_killed(tmp_path: Path) -> None:
    survive_kills(tmp_path / "data", kills=8, boards=30)
