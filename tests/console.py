"""Run the commands that a document shows, and compare what they print."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path


def blocks(document: str, language: str) -> list[str]:
    """Return the text of each code block in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)


def run_every_command(
    document: str,
    folder: Path,
    environment: Mapping[str, str],
    settle: Callable[[], None] = lambda: None,
) -> None:
    """Run each command; it must exit with 0 and print the lines shown below it, in order.

    settle: called after each command, to wait for its effects.
    """
    for command, shown in _steps(document):
        ran = subprocess.run(
            command,
            shell=True,
            check=False,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, f"{command}: {ran.stdout}{ran.stderr}"
        settle()
        remaining = iter(ran.stdout.splitlines())
        assert all(line in remaining for line in shown), f"{command}:\n{ran.stdout}"


def _steps(document: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each command with the lines of its output that the document shows."""
    for block in blocks(document, "console"):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = step.splitlines()
            yield command, shown
