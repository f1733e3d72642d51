"""scripts/neighbourhood without its packages, and the guide from which it is configured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.neighbours.guide import file_in_guide, postfix_files

ROOT = Path(__file__).parents[2]


def test_it_names_the_packages_that_are_missing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.neighbours"],
        check=False,
        cwd=ROOT,
        env={"PATH": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 69
    assert ran.stdout.startswith("neighbourhood: not run: programs are missing: apt-get install ")
    assert "swaks" in ran.stdout


def test_the_guide_configures_every_file_that_postfix_needs() -> None:
    variants = {f"main.cf, for the {each}" for each in ("filters", "pipe", "socket")}
    variants.add("main.cf, on a node")
    files = {"main.cf", "master.cf", "pbm_headers", "pbm_recipients"}
    assert set(postfix_files()) == files | variants


@pytest.mark.parametrize("name", ["opendkim.conf", "opendmarc.conf"])
def test_the_guide_configures_the_filters(name: str) -> None:
    assert "Socket " in file_in_guide(name)
