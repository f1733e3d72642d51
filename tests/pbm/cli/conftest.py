from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.pbm.conftest import SavedTown
from tests.pbm.town import DOMAIN, Town


@pytest.fixture
def cli_town(
    saved_town_with_players: SavedTown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Town]:
    """A town with alice and bob, whose data directory the commands of a test use."""
    with closing(saved_town_with_players.copy(tmp_path / "town")) as town:
        _work_in(town.folder, monkeypatch)
        town.new_mails()
        yield town


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
