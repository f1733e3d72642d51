from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.pbm.town import ALICE, BOB, DOMAIN, PASSWORD, Town


@pytest.fixture(scope="session")
def signed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a town with alice, who has a password, and bob, who has none."""
    town = Town(tmp_path_factory.mktemp("town"))
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    town.close()
    return town.folder


@pytest.fixture
def cli_town(signed_up: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """A town with alice and bob, whose data directory the commands of a test use."""
    town = Town(Path(copytree(signed_up, tmp_path / "town")))
    _work_in(town.folder, monkeypatch)
    town.new_mails()
    yield town
    town.close()


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
