"""The folder, the machines and the ports of the neighbourhood, and the files written there."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HOST = "127.0.0.1"
DOMAIN = "games.example.org"
SERVER = f"pbm@{DOMAIN}"
PATIENCE_SECONDS = 60.0

_PORTS = ("LMTP", "IMAP", "DKIM", "DMARC")
_LOOK_AGAIN_SECONDS = 0.05
_PLACEHOLDER = re.compile(r"@([A-Z]+)@")

T = TypeVar("T")


class Disproved(Exception):
    """A proof has failed."""


def must(holds: object, words: str) -> None:
    """Check that ``holds`` is true.

    :raises Disproved: if ``holds`` is false, with ``words``, which say what was found
    """
    if not holds:
        raise Disproved(words)


def wait_for(look: Callable[[], T | None], what: str) -> T:
    """Call ``look`` until it returns a true value, and return that value.

    :raises Disproved: if that takes longer than ``PATIENCE_SECONDS``
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := look()):
        must(time.monotonic() < deadline, f"there is no {what} after {PATIENCE_SECONDS:.0f} s")
        time.sleep(_LOOK_AGAIN_SECONDS)
    return found


@dataclass(frozen=True)
class Machine:
    """A machine with Postfix, and with pbm behind it. smtp, pbm: the ports of both."""

    name: str
    folder: Path
    smtp: int
    pbm: int


def machines_in(folder: Path, names: Sequence[str]) -> Sequence[Machine]:
    """Machines of these names, each with a folder of its own in ``folder``."""
    free = free_ports(2 * len(names))
    smtp, pbm = free[::2], free[1::2]
    folders = [folder / name for name in names]
    return [Machine(*each) for each in zip(names, folders, smtp, pbm, strict=True)]


class Place:
    """machines: those on which pbm runs. port: the ports of what they share."""

    def __init__(self, folder: Path, machines: Sequence[Machine]) -> None:
        self.folder, self.machines = folder, machines
        self.port = dict(zip(_PORTS, free_ports(len(_PORTS)), strict=True))

    def lay(self, name: str, text: str, more: Mapping[str, str] | None = None) -> Path:
        """Write a file, with every ``@NAME@`` in it filled in. more: further names, or others."""
        values = {"ROOT": str(self.folder), **{k: str(v) for k, v in self.port.items()}}
        values |= more or {}
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_PLACEHOLDER.sub(lambda found: values[found[1]], text), encoding="utf-8")
        return path


def logs(folder: Path) -> str:
    """The last lines of all logs."""
    return "\n".join(f"== {path}\n{_end_of(path)}" for path in sorted(folder.rglob("log")))


def _end_of(path: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8", errors="replace").splitlines()[-25:])


def free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_server((HOST, 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in held]
