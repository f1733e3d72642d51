from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.pbm.town import DOMAIN, Town


@pytest.fixture
def house(players: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """A town with alice and bob, where the commands work that the test gives."""
    _work_in(players.folder, monkeypatch)
    players.new_mails()
    return players


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory that nothing has used yet."""
    folder = tmp_path / "data"
    _work_in(folder, monkeypatch)
    return folder


def _work_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("PBM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PBM_DATA", str(folder))
    monkeypatch.setenv("PBM_DOMAIN", DOMAIN)
