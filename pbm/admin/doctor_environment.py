"""Checks of the Python environment: whether another project overwrites this program there."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from pbm.admin.check import Check, Level
from pbm.version import DISTRIBUTION

_PACKAGES = Path(sysconfig.get_path("purelib"))
_NAME = "pbm"


def examine_environment(packages: Path = _PACKAGES) -> Iterator[Check]:
    """Report the other project called pbm, whose package and program have the names of ours.

    packages: the folder with the installed packages.
    """
    for other in distributions(name=_NAME, path=[str(packages)]):
        found = f"another project, {_NAME} {other.version}, is installed in {packages}, too"
        advice = (
            f"pip uninstall {_NAME}, then pip install --force-reinstall --no-deps"
            f" {DISTRIBUTION} as before"
        )
        yield Check("environment", found, advice, Level.WARN)
