"""SECURITY.md names where each promise is tested, and no test here is without a promise."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LINKS = re.findall(r"\]\(([^)#]+)\)", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))


def test_every_link_leads_somewhere() -> None:
    assert [link for link in LINKS if not (ROOT / link).is_file()] == []


def test_every_attack_is_named() -> None:
    named = {ROOT / link for link in LINKS}
    assert {path for path in HERE.glob("test_*.py") if path != Path(__file__)} <= named
