"""The sandbox of external engines: bubblewrap, with limits that nothing inside can raise.

A program in the sandbox has an empty environment and no network. It sees only its own files and
those of the system, can write none of them, and all its processes end when it ends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

BUBBLEWRAP, LIMITER = "bwrap", "prlimit"

_WHEN_IDLE = ("ionice", "-t", "-c", "3")
"""Lets a program read the disk only when nothing else does, if that is allowed (util-linux)."""

MIB = 1024 * 1024

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_OF_SYSTEM = ("/etc/ld.so.cache", "/etc/alternatives")
"""Files that programs need to start; none of them is ours."""

_NO_NAMESPACES = ("--unshare-user", "--disable-userns")

_NOBODY = 65534
_MOST_FILES = 64
_TRUE = ("/usr/bin/true",)
_PATIENCE = 10.0


@dataclass(frozen=True)
class Sandbox:
    """A sandbox with its limits.

    memory: MiB of each of its processes. threads: how many it may have, in all processes together.
    seconds: CPU time of each process.
    reads: files and folders that it may read, besides those of the system.
    """

    memory: int
    threads: int
    seconds: int
    reads: Sequence[str] = ()

    def around(self, command: Sequence[str]) -> Sequence[str]:
        """Return the command that runs another one in the sandbox."""
        return [
            *_WHEN_IDLE,
            BUBBLEWRAP,
            *("--unshare-all", "--die-with-parent", "--new-session", "--clearenv"),
            *without_namespaces(),
            *("--cap-drop", "ALL"),
            *(word for path in (*_SYSTEM, *_OF_SYSTEM) for word in ("--ro-bind-try", path, path)),
            *("--dev", "/dev", "--remount-ro", "/dev"),
            *(word for path in self._own(command) for word in ("--ro-bind", path, path)),
            *("--remount-ro", "/", "--chdir", "/", "--"),
            *self._limited(command),
        ]

    def _limited(self, command: Sequence[str]) -> Sequence[str]:
        """Set the limits inside the sandbox, where only its own processes are counted."""
        limits = {
            "as": self.memory * MIB,
            "cpu": self.seconds,
            "nproc": self.threads + 1,  # the first process is bubblewrap's
            "nofile": _MOST_FILES,
            "fsize": 0,
            "core": 0,
        }
        return [LIMITER, *(f"--{name}={most}" for name, most in limits.items()), "--", *command]

    def _own(self, command: Sequence[str]) -> Sequence[str]:
        """The files that the program sees besides the system's, with those named in its command."""
        return [*self.reads, *(word for word in command if Path(word).is_absolute())]

    def shows(self, command: Sequence[str], data: Path) -> bool:
        """Whether a program in the sandbox would see some of a folder."""
        folder = data.resolve()
        shown = [Path(path).resolve() for path in (*_SYSTEM, *self._own(command))]
        return any(folder.is_relative_to(each) or each.is_relative_to(folder) for each in shown)


@cache
def without_namespaces() -> Sequence[str]:
    """The options by which a program can make no namespaces; none before bubblewrap 0.8.

    In a user namespace of its own it could use system calls of root, and faults of the kernel in
    them.
    """
    tried = [BUBBLEWRAP, *_NO_NAMESPACES, "--ro-bind", "/", "/", "--", *_TRUE]
    return () if _told_by(tried) else _NO_NAMESPACES


def as_nobody() -> Mapping[str, Any]:
    """Options of ``Popen`` that replace the uid of root, since few limits bind root."""
    if os.geteuid():
        return {}
    return {"user": _NOBODY, "group": _NOBODY, "extra_groups": ()}


def fault() -> str:
    """Return why there is no sandbox on this machine, "" if there is one."""
    for tool in (BUBBLEWRAP, LIMITER):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    told = _told_by(Sandbox(memory=256, threads=1, seconds=1).around(_TRUE))
    return f"{BUBBLEWRAP} cannot be used: {told}" if told else ""


def _told_by(command: Sequence[str]) -> str:
    """Why a command of bubblewrap fails, "" if it does not."""
    try:
        ran = subprocess.run(  # noqa: S603 (constants)
            command,
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            **as_nobody(),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (" ".join(ran.stderr.split()) or "it fails") if ran.returncode else ""
