"""Engines of others as an operator installs them: the example, and an engine that misbehaves."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pbm.app.externals import ExternalEngine
from pbm.programs import sandbox
from tests.pbm.programs import hostile

EXAMPLE = Path(__file__).parents[3] / "scripts" / "example_engine.py"
HAL, A_MOMENT = "hal", 0.5

_FAULT = sandbox.fault()
needs_sandbox = pytest.mark.skipif(bool(_FAULT), reason=_FAULT)


def python() -> tuple[str, Sequence[str]]:
    """A Python for the sandbox, with the folder that it needs unless it is the system's Python."""
    if Path("/usr/bin/python3").exists():
        return "/usr/bin/python3", ()
    base = Path(sys.base_prefix).resolve()
    found = base / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return str(found), () if base.is_relative_to("/usr") else (str(base),)


def engine(script: Path, folder: Path, *arguments: str, **options: Any) -> ExternalEngine:
    """An engine that is a script in Python. folder: one that every user can read."""
    copy = Path(shutil.copy(script, folder / script.name))
    copy.chmod(0o644)
    interpreter, reads = python()
    command = shlex.join([interpreter, "-I", str(copy), *arguments])
    return ExternalEngine(HAL, command, reads=tuple(reads), **options)


def misbehaving(folder: Path, way: str) -> ExternalEngine:
    """An engine that misbehaves in one of ``hostile.WAYS``."""
    return engine(Path(hostile.__file__), folder, way, movetime=100, memory=128)


def processes(folder: Path) -> list[str]:
    """The command lines of all processes that name the folder."""
    return files_of_processes(folder, "cmdline")


def files_of_processes(folder: Path, name: str) -> list[str]:
    """A file below /proc of each process whose command line names the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line, text = ((process / each).read_bytes() for each in ("cmdline", name))
        except OSError:
            continue  # the process has ended
        found += [text.decode(errors="replace")] if str(folder).encode() in line else []
    return found
