"""Postfix as the front server, configured as in the operator's guide."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from scripts.neighbours.guide import postfix_files
from scripts.neighbours.place import HERE, Machine, Place
from scripts.neighbours.program import Program, replaced

# The daemon behind "postfix start", run directly so that it can be stopped like any program.
_MASTER = "/usr/lib/postfix/sbin/master"

PIPE = "main.cf, for the pipe"
SOCKET = "main.cf, for the socket"
FILTERS = "main.cf, for the filters"
NODE = "main.cf, on a node"


def hindrance() -> str:
    """Why Postfix cannot run here; "" if it can."""
    if not shutil.which("postfix"):
        return "Postfix is not installed (apt install postfix)"
    return "" if os.geteuid() == 0 else "Postfix needs root"


class Postfix:
    """Postfix on a machine.

    own: replacements for the guide's paths, ports and user. blocks: which of the guide's blocks for
    main.cf are in force from the start, besides the first.
    """

    def __init__(
        self, place: Place, machine: Machine, own: Mapping[str, str], blocks: Sequence[str]
    ) -> None:
        self._place, self._machine, self._blocks = place, machine, blocks
        self._folder = machine.folder / "postfix"
        self._etc = self._folder / "etc"
        self._guide = {name: replaced(text, own) for name, text in postfix_files().items()}
        command = [_MASTER, "-s", "-c", str(self._etc)]
        self._program = Program("Postfix", command, self._folder / "log", machine.smtp)

    def start(self) -> None:
        values = {"ROOT": str(self._machine.folder), "SMTP": str(self._machine.smtp)}
        for name, text in self._guide.items():
            plumbing = HERE / "postfix" / name
            before = plumbing.read_text(encoding="utf-8") if plumbing.exists() else ""
            path = f"{self._machine.name}/postfix/etc/{name}"
            self._place.lay(path, before + text, values)
        (self._folder / "queue").mkdir(exist_ok=True)
        (self._folder / "data").mkdir()
        shutil.chown(self._folder / "data", "postfix")
        for block in self._blocks:
            self._apply(block)
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

    def set(self, *lines: str) -> None:
        """Set lines in main.cf, and reload."""
        self._run("postconf", "-e", *lines)
        self._run("postfix", "reload")

    def detour(self, port: int, other: int) -> None:
        """Deliver to another port from now on, wherever this one is the next hop."""
        maps = self._run("postconf", "-h", "transport_maps").strip()
        self.set(f"transport_maps = {maps.replace(f':{port}', f':{other}')}")

    def _apply(self, block: str) -> None:
        for line in self._guide[block].splitlines():
            self._run("postconf", "-e", line)

    def queue(self) -> list[Mapping[str, Any]]:
        """The mails in the queue, each with the reason why it waits."""
        return [json.loads(line) for line in self._run("postqueue", "-j").splitlines()]

    def delivered_to(self, port: int) -> int:
        """How many letters got pbm's 250 at this port."""
        log = (self._folder / "log").read_text(encoding="utf-8")
        return len(re.findall(rf"\]:{port}, .* status=sent \(250 2.0.0 Kept\)", log))

    def flush(self) -> None:
        """Retry everything in the queue now."""
        self._run("postqueue", "-f")

    def _run(self, program: str, *arguments: str) -> str:
        command = [program, "-c", str(self._etc), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
