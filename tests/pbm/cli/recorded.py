"""Files of commands, each above its output. PBM_RECORD=1 runs them and writes the files again.

A line that was printed begins with the exit status. ``cmd <<< text`` is a command with that text on
standard input; ``NAME=value cmd`` sets a variable for it.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from click.testing import CliRunner, Result

from pbm.cli import main

PROMPT, HEADING = "$ ", "# "
# The variable is read here, because the fixtures remove every variable of pbm.
IS_RECORDED = bool(os.environ.get("PBM_RECORD"))
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d\+00:00)?|\d{8}T\d{6}\.\d+")


def replayed(file: Path, folder: Path) -> list[Result]:
    """Run every command of a file in a folder, and compare the file with the output."""
    lines, results = list[str](), list[Result]()
    for line in file.read_text("utf-8").splitlines(keepends=True):
        if line.startswith((PROMPT, HEADING, "\n")):
            lines.append(line)
        if line.startswith(PROMPT):
            results.append(_run(line.removeprefix(PROMPT).rstrip("\n")))
            lines += _printed(results[-1], folder)
    if IS_RECORDED:
        file.write_text("".join(lines), "utf-8")
    assert "".join(lines) == file.read_text("utf-8")
    return results


def _run(command: str) -> Result:
    typed, _, stdin = command.partition(" <<< ")
    words = shlex.split(typed)
    at = words.index("pbm")
    variables = dict(word.split("=", 1) for word in words[:at])
    given = "".join(f"{word}\n" for word in shlex.split(stdin))
    return CliRunner().invoke(main, words[at + 1 :], input=given, env=variables, prog_name="pbm")


def _printed(result: Result, folder: Path) -> list[str]:
    text = TIME.sub("TIME", result.output.replace(f"{folder}/", ""))
    return [f"{result.exit_code} {line}\n" for line in text.splitlines()]
