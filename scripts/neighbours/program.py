"""A server in a process of its own, stopped together with everything it has started."""

from __future__ import annotations

import os
import pwd
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from scripts.neighbours.place import HOST, Disproved, wait_for

_STOP_SECONDS = 20.0
_GREETING_SECONDS = 5.0


def identity(user: str | None) -> Mapping[str, Any]:
    """Arguments that make ``subprocess`` run as that user; none for the current one."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def replaced(text: str, own: Mapping[str, str]) -> str:
    """The text with each of the guide's words replaced by our own."""
    for theirs, ours in own.items():
        text = text.replace(theirs, ours)
    return text


class Program:
    """A server. command: must stay in the foreground. port: where it listens. user: to run as."""

    speaks_first = True

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        log: Path,
        port: int,
        user: str | None = None,
    ) -> None:
        self.name = name
        self._command, self._log, self._port, self._user = command, log, port, user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """:raises Disproved: if the server takes no connections"""
        with self._log.open("ab") as log:
            # A session of its own, so that its child processes can be stopped with it.
            self._process = subprocess.Popen(
                self._command,
                cwd=self._log.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **identity(self._user),
                start_new_session=True,
            )
        wait_for(self._greets, f"greeting of {self.name}")

    def _greets(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise Disproved(f"{self.name} ended with status {self._process.returncode}")
        with (
            suppress(OSError),
            socket.create_connection((HOST, self._port), _GREETING_SECONDS) as s,
        ):
            return not self.speaks_first or bool(s.recv(1))
        return False

    def stop(self) -> None:
        """Terminate the program, and kill its processes that are left."""
        if self._process is not None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the program and its processes."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class SilentProgram(Program):
    """A server that sends no greeting when a client connects."""

    speaks_first = False
