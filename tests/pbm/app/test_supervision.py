"""A silent worker stops the pings to the watchdog, and a worker that ends is restarted."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.app.child_process import next_pause
from pbm.app.config import load
from pbm.app.server import Server
from pbm.app.threads import InThread


@pytest.mark.parametrize(("silence", "alive"), [(299.0, True), (301.0, False)])
def test_a_server_whose_worker_has_been_silent_for_too_long_is_not_alive(
    silence: float, alive: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(load({"data": str(tmp_path)}, {}))
    monkeypatch.setattr(InThread, "silence", lambda _: silence)
    assert server.is_alive() is alive


def test_a_worker_that_keeps_ending_is_restarted_with_growing_pauses() -> None:
    pauses, pause = [], 0.0
    for _ in range(8):
        pause = next_pause(pause, 0.1)
        pauses.append(pause)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    assert next_pause(60, 61) == 1
