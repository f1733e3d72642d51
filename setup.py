"""Notes in a build which commit it was made from. All else stands in setup.cfg."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from pbm.version import BUILT_FROM, commit_of  # noqa: E402 (builds do not look into this folder)


def note_commit(built: Path) -> None:
    """Outside of a checkout there is nothing to note: an unpacked sdist holds its commit."""
    commit = commit_of(ROOT)
    if commit:
        (built / "pbm" / BUILT_FROM).write_text(f"{commit}\n", encoding="ascii")


class BuildWithCommit(build_py):
    """A checkout that is installed as editable asks git itself, each time."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            note_commit(Path(self.build_lib))


class SdistWithCommit(sdist):
    """Keeps links, too, which setuptools would replace by copies of what they lead to."""

    def make_release_tree(self, base_dir: str, files: Sequence[str]) -> None:
        super().make_release_tree(base_dir, files)
        for link in filter(Path.is_symlink, (ROOT / "pbm").rglob("*")):
            to = base_dir / link.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.symlink_to(link.readlink())
        note_commit(Path(base_dir))


setup(cmdclass={"build_py": BuildWithCommit, "sdist": SdistWithCommit})
