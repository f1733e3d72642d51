"""The program pbm, run inside the test."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from os import openpty
from pathlib import Path

from click.testing import CliRunner, Result

from pbm.cli import main
from tests.forked import forked
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]


def pbm_on_terminal(*arguments: str) -> str:
    """Run the program on a terminal, and return its output and errors."""
    ours, theirs = openpty()
    with os.fdopen(theirs) as terminal:
        process = forked(arguments, terminal, terminal, terminal)
    shown = b"".join(_read(ours))
    os.close(ours)
    process.wait(PATIENCE)
    return shown.decode().replace("\r\n", "\n")


def _read(terminal: int) -> Iterator[bytes]:
    # When the other side is closed, Linux reports an error instead of the end of the file.
    with suppress(OSError):
        while read := os.read(terminal, 4096):
            yield read


def numbers_in(text: str) -> list[int]:
    """The numbers in a line that the program prints."""
    return [int(number) for number in re.findall(r"\d+", text)]


def pbm(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, prog_name="pbm")
