"""Letters come to what their rows say, and bob reads nothing that is not meant for bob."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pbm.letters.outcomes import faults, letter_of, towns
from tests.pbm.letters.table import FILES, letters


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_letters_come_to_what_their_rows_say(file: Path, tmp_path: Path, _unsynced: None) -> None:
    rows = [*letters(file)]
    with towns(tmp_path, {row.scene for row in rows}) as found:
        bad = [
            fault
            for row in rows
            for fault in faults(row, *found[row.scene], letter_of(row, *found[row.scene]))
        ]
    assert bad == []
