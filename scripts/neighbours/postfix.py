"""Postfix as the front server, configured as in the operator's guide."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

from scripts.neighbours.guide import postfix_files
from scripts.neighbours.place import HERE, Place
from scripts.neighbours.program import Program

# The daemon behind "postfix start", run directly so that it can be stopped like any program.
_MASTER = "/usr/lib/postfix/sbin/master"

PIPE = "main.cf, for the pipe"
SOCKET = "main.cf, for the socket"
FILTERS = "main.cf, for the filters"


class Postfix:
    """Postfix. own: replacements for the guide's paths, ports and user."""

    def __init__(self, place: Place, own: Mapping[str, str]) -> None:
        self._place = place
        self._folder = place.folder / "postfix"
        self._etc = self._folder / "etc"
        self._guide = {name: _replaced(text, own) for name, text in postfix_files().items()}
        command = [_MASTER, "-s", "-c", str(self._etc)]
        self._program = Program("Postfix", command, self._folder / "log", place.port["SMTP"])

    def start(self) -> None:
        for name, text in self._guide.items():
            plumbing = HERE / "postfix" / name
            before = plumbing.read_text(encoding="utf-8") if plumbing.exists() else ""
            self._place.lay(f"postfix/etc/{name}", before + text)
        (self._folder / "queue").mkdir(exist_ok=True)
        (self._folder / "data").mkdir()
        shutil.chown(self._folder / "data", "postfix")
        self._apply(FILTERS)
        self._run("postfix", "check")
        self._program.start()

    def stop(self) -> None:
        self._program.stop()

    def deliver_by_socket(self) -> None:
        """Deliver by LMTP to the socket from now on, as in the guide."""
        self._apply(SOCKET)
        self._run("postfix", "reload")

    def deliver_by_pipe(self) -> None:
        """Deliver through the pipe to pbm deliver from now on, as in the guide."""
        self._apply(PIPE)
        self._run("postfix", "reload")

    def set(self, line: str) -> None:
        """Set a line in main.cf, and reload."""
        self._run("postconf", "-e", line)
        self._run("postfix", "reload")

    def _apply(self, block: str) -> None:
        for line in self._guide[block].splitlines():
            self._run("postconf", "-e", line)

    def queue(self) -> list[Mapping[str, Any]]:
        """The mails in the queue, each with the reason why it waits."""
        return [json.loads(line) for line in self._run("postqueue", "-j").splitlines()]

    def flush(self) -> None:
        """Retry everything in the queue now."""
        self._run("postqueue", "-f")

    def _run(self, program: str, *arguments: str) -> str:
        command = [program, "-c", str(self._etc), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _replaced(text: str, own: Mapping[str, str]) -> str:
    for theirs, ours in own.items():
        text = text.replace(theirs, ours)
    return text
