"""constraints.txt names an exact version of each installed package, and no other package."""

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
    several_nodes = setup["options.extras_require"]["postgresql"]
    lines = f"{setup['options']['install_requires']}\n{several_nodes}".split("\n")
    return [Requirement(line) for line in lines if line]


def dependencies(requirement: Requirement) -> Iterator[str]:
    """Yield the package and all its dependencies, as installed here."""
    yield canonicalize_name(requirement.name)
    for further in requires(requirement.name) or ():
        found = Requirement(further)
        extras = ("", *requirement.extras)
        if found.marker is None or any(found.marker.evaluate({"extra": each}) for each in extras):
            yield from dependencies(found)


def test_every_line_is_one_exact_version() -> None:
    lines = [line for line in LINES if not line.startswith("#")]
    assert lines == sorted(lines)
    assert all(re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.]*", line) for line in lines)


def test_each_package_installed_with_pbm_is_named_and_no_other() -> None:
    """pip is the exception: sqlite-utils depends on it, but every virtual environment has it."""
    assert set(pinned()) == {name for each in wanted() for name in dependencies(each)} - {"pip"}


def test_the_versions_satisfy_setup_cfg() -> None:
    for requirement in wanted():
        assert pinned()[canonicalize_name(requirement.name)] in requirement.specifier
