"""Puts the files that a document shows into a copy of the tree, and runs commands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

ROOT = Path(__file__).parents[1]
_FILE = re.compile(r"^`(\S+/\S+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files(document: str) -> Mapping[str, str]:
    """Return the files that a document shows completely: each text by the path above it."""
    return dict(_FILE.findall(document))


def copy_tree(to: Path, *folders: str) -> None:
    """Copy folders with their bytecode: it is valid for a copy that is as old as the source, and
    compiling again would take half a second of CPU.
    """
    for folder in folders:
        copytree(ROOT / folder, to / folder, symlinks=True)


def write_files(tree: Path, shown: Mapping[str, str]) -> None:
    for path, text in shown.items():
        (tree / path).parent.mkdir(exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")


def python(tree: Path, *arguments: str) -> str:
    """Run Python on the tree's own modules and return what it prints; it must exit with 0."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
