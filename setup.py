"""Notes in a build which commit it was made from. All else stands in setup.cfg."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from pbm.version import BUILT_FROM, commit_of  # noqa: E402 (builds do not look into this folder)


class BuildWithCommit(build_py):
    """A checkout that is installed as editable asks git itself, each time."""

    def run(self) -> None:
        super().run()
        commit = commit_of(ROOT)
        if commit and not self.editable_mode:
            (Path(self.build_lib) / "pbm" / BUILT_FROM).write_text(f"{commit}\n", encoding="ascii")


setup(cmdclass={"build_py": BuildWithCommit})
