"""The guide to installing: one page a situation, and units that can be loaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_operating import faults_of, needs_systemd, units_with
from tests.test_readme import ROOT

TEXT = (ROOT / "pbm" / "INSTALL.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.partition("\n")[0])
def test_a_situation_fits_on_a_page(section: str) -> None:
    assert len(section.splitlines()) <= 60


@needs_systemd
def test_the_unit_can_be_loaded_with_each_drop_in(tmp_path: Path) -> None:
    drop_ins = re.findall(r"^# /etc/(systemd/\S+\.d/\S+)$", TEXT, re.MULTILINE)
    assert drop_ins
    assert faults_of(units_with(drop_ins, tmp_path)) == (0, [])
