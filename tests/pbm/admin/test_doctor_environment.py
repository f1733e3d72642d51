"""The doctor's check of the Python environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.admin.check import Level
from pbm.admin.doctor_environment import examine_environment


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("pbm", [Level.WARN]),
        ("PBM", [Level.WARN]),
        ("pbm_server", []),
        ("pbmtools", []),
        ("rules", []),
    ],
)
def test_only_the_other_project_called_pbm_is_reported(
    name: str, levels: list[Level], tmp_path: Path
) -> None:
    folder = tmp_path / f"{name}-2.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n")
    assert [check.level for check in examine_environment(tmp_path)] == levels


def test_nobody_else_is_no_fault(tmp_path: Path) -> None:
    assert list(examine_environment(tmp_path)) == []
