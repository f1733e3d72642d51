"""Documents that show commands: what they show, and whether it is so."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)


def run_every_command(
    document: str,
    folder: Path,
    environment: Mapping[str, str],
    settle: Callable[[], None] = lambda: None,
) -> None:
    """Each must exit with 0 and print the lines shown below it, in their order.

    settle: called behind each of them.
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
    """Each command with the lines that the document shows of its output."""
    for block in blocks(document, "console"):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = step.splitlines()
            yield command, shown
