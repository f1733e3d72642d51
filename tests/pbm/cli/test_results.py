"""The output of commands that change something. Lists and JSON have tests of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pbm.cli.recorded import replayed
from tests.pbm.dsn import bounce
from tests.pbm.town import ALICE, Town

RESULTS = Path(__file__).with_name("results.txt")


@pytest.fixture
def folder_with_town(cli_town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with a town in ``town``.

    Board 1 runs, mails to bob bounce, and letter 8 waits.
    """
    monkeypatch.chdir(tmp_path)
    _, to_bob = cli_town.board()
    bounce(cli_town, to_bob)
    cli_town.keep(ALICE, b"From: alice@example.org\nSubject: whoami\n\n")
    cli_town.close()
    monkeypatch.setenv("PBM_DATA", "town")
    return tmp_path


def test_each_result_is_as_recorded(folder_with_town: Path) -> None:
    for result in replayed(RESULTS, folder_with_town):
        assert result.exit_code == 0, result.output
