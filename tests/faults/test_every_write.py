"""A power cut before some writes of a letter; ``scripts/trials writes`` cuts before each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.disk import COMPILER
from tests.faults.writes import survive_power_cuts


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for the power cuts")
def test_a_letter_is_acted_on_once_whichever_change_on_the_disk_is_the_last(
    tmp_path: Path,
) -> None:
    assert survive_power_cuts(tmp_path / "data", letters=2, step=13) > 8
