"""constraints.txt: an exact version of everything that is installed, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from configparser import ConfigParser
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "constraints.txt").read_text(encoding="ascii").splitlines()


def pinned() -> dict[str, str]:
    pins = (line.partition("==") for line in LINES if not line.startswith("#"))
    return {canonicalize_name(name): version for name, _, version in pins}


def wanted() -> list[Requirement]:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg")
    return [Requirement(line) for line in setup["options"]["install_requires"].split("\n") if line]


def needed(requirement: Requirement) -> Iterator[str]:
    """The package and all that it needs, as installed here."""
    yield canonicalize_name(requirement.name)
    for further in requires(requirement.name) or ():
        found = Requirement(further)
        if found.marker is None or found.marker.evaluate({"extra": ""}):
            yield from needed(found)


def test_every_line_is_one_exact_version() -> None:
    lines = [line for line in LINES if not line.startswith("#")]
    assert lines == sorted(lines)
    assert all(re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.]*", line) for line in lines)


def test_all_that_is_installed_with_pbm_is_named_and_nothing_else() -> None:
    """But for pip, which does the installing, and which sqlite-utils names."""
    assert set(pinned()) == {name for each in wanted() for name in needed(each)} - {"pip"}


def test_the_versions_are_such_as_setup_cfg_asks_for() -> None:
    for requirement in wanted():
        assert pinned()[canonicalize_name(requirement.name)] in requirement.specifier
