"""The version of this pbm, and the commit from which it was built."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from pbm import __version__

VERSION = __version__

DISTRIBUTION = "pbm-server"
"""What installers call this program: the name ``pbm`` belongs to another project."""

BUILT_FROM = "commit.txt"
"""The file that a build leaves in the package: the name of its commit, on one line."""

_PACKAGE = Path(__file__).parent
_GIT_SECONDS = 10.0


@cache
def commit() -> str:
    """The commit from which pbm was built or, in a checkout, the current commit; "" if unknown.

    It ends in ``-dirty`` if files of the checkout have been changed since.
    """
    return _noted() or commit_of(_PACKAGE.parent) or _installed_from()


def told() -> str:
    """``0.1.0 (dea4230)``, or the version alone."""
    return f"{VERSION} ({commit()})" if commit() else VERSION


def commit_of(checkout: Path) -> str:
    """The commit of a folder that is the root of a checkout; "" for any other."""
    if not (checkout / ".git").exists():
        return ""
    # Root may run what another user has cloned: git would not look at it otherwise.
    git = ["git", "-c", "safe.directory=*", "-C", str(checkout)]
    asked = [*git, "describe", "--always", "--dirty", "--exclude=*", "--abbrev=10"]
    with suppress(OSError, subprocess.SubprocessError):
        ran = subprocess.run(  # noqa: S603 (nothing of it comes from anybody)
            asked, check=True, capture_output=True, text=True, timeout=_GIT_SECONDS
        )
        return ran.stdout.strip()
    return ""


def _noted() -> str:
    with suppress(OSError):
        return (_PACKAGE / BUILT_FROM).read_text(encoding="ascii").strip()
    return ""


def _installed_from() -> str:
    """The commit that an installer from a repository's address has noted (PEP 610), or ""."""
    with suppress(PackageNotFoundError, ValueError, KeyError):
        noted = distribution(DISTRIBUTION).read_text("direct_url.json")
        return str(json.loads(noted or "{}")["vcs_info"]["commit_id"])[:10]
    return ""
