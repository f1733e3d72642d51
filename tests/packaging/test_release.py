"""The version stands in one place, and the changes are sorted by release."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.version import Version

from pbm import __version__

ROOT = Path(__file__).parents[2]
RELEASES = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


def test_the_version_is_as_pep_440_writes_it() -> None:
    assert str(Version(__version__)) == __version__


def test_the_newest_changes_are_those_of_this_version() -> None:
    assert RELEASES[0] == ("Unreleased" if Version(__version__).is_devrelease else __version__)


def test_each_version_is_newer_than_those_below_it() -> None:
    """So pip upgrades from each release to what is developed after it."""
    released = [Version(each) for each in RELEASES if each != "Unreleased"]
    assert released == sorted(set(released), reverse=True)
    assert all(Version(__version__) >= each for each in released)
