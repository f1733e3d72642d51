"""The guide to installing: one page a situation, and its commands, files and settings exist."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.console import run_every_command
from tests.faults.ledger import quiet
from tests.test_operating import faults_of, needs_systemd, units_with
from tests.test_readme import ROOT, checkout

__all__ = ["checkout"]

TEXT = (ROOT / "pbm" / "INSTALL.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.partition("\n")[0])
def test_a_situation_fits_on_a_page(section: str) -> None:
    assert len(section.splitlines()) <= 60


@pytest.mark.slow
def test_every_command_of_the_trial_does_what_it_shows(
    checkout: tuple[Path, Mapping[str, str]],
) -> None:
    folder, environ = checkout
    run_every_command(TEXT, folder, environ, lambda: asyncio.run(quiet(folder / "data")))


@needs_systemd
def test_the_unit_can_be_loaded_with_each_drop_in(tmp_path: Path) -> None:
    drop_ins = re.findall(r"^# /etc/(systemd/\S+\.d/\S+)$", TEXT, re.MULTILINE)
    assert drop_ins
    assert faults_of(units_with(drop_ins, tmp_path)) == (0, [])
