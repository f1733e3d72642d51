"""Every transcript happens again as it is written; PBM_RECORD=1 writes down what happens now."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.end_to_end.conftest import findings
from tests.end_to_end.transcripts.transcript import Stage

FOLDER = Path(__file__).parent
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsynced")]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_it_happens_as_it_is_written(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The seed of a random start has to be the same each time.
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 1)
    written = path.read_text(encoding="utf-8")
    stage = Stage(tmp_path / "data")
    try:
        played = stage.play(written)
    finally:
        stage.house.close()
    if os.environ.get("PBM_RECORD"):
        path.write_text(played, encoding="utf-8")
    else:
        assert played == written, "PBM_RECORD=1 records it again"
    assert findings(tmp_path / "data") == []
