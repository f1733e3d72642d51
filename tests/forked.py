"""pbm in processes that are forked from one that has loaded all modules.

A server that is started as an operator does it takes 2 s of CPU until it has read its first letter,
a forked one 0.1 s. Its worker, its painter and its writer of pages are threads. A forked command is
ready after 0.1 s instead of 0.6.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol
from unittest.mock import patch

if TYPE_CHECKING:
    from pbm.app.config import Settings
    from pbm.app.server import Duties

ROOT = Path(__file__).parents[1]
_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([f"{__package__}.loaded"])


class Running(Protocol):
    """A process that was started, such as a ``subprocess.Popen``."""

    @property
    def pid(self) -> int: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...
    def wait(self, timeout: float) -> int: ...


def forked(arguments: Sequence[str], stdin: IO[Any], stdout: IO[Any], stderr: IO[Any]) -> Running:
    """Start pbm with these arguments in a new process."""
    # multiprocessing only passes on descriptors that are wrapped as connections.
    files = [Connection(os.dup(each.fileno())) for each in (stdin, stdout, stderr)]
    process = _FORKS.Process(target=_pbm, args=(arguments, dict(os.environ), files), daemon=True)
    with patch.dict(os.environ, PYTHONPATH=str(ROOT)):
        process.start()
    for each in files:
        each.close()
    return _Forked(process)


class _Forked:
    def __init__(self, process: ForkServerProcess) -> None:
        assert process.pid is not None
        self.pid = process.pid
        self.terminate, self.kill = process.terminate, process.kill
        self._process = process

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "it has not ended"
        return self._process.exitcode


def _pbm(arguments: Sequence[str], environ: Mapping[str, str], files: Sequence[Connection]) -> None:
    """Run as the program pbm in the forked process, where all modules are loaded already."""
    from pbm.app import server  # noqa: PLC0415
    from pbm.app.threads import pages_thread  # noqa: PLC0415
    from pbm.cli import main  # noqa: PLC0415

    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
        file.close()
    sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, range(3), "rww")
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(ROOT)

    def in_threads(settings: Settings, duties: Duties) -> server.Server:
        pages = pages_thread(settings, None) if settings.site else None
        return server.Server(settings, pages=pages, duties=duties)

    with patch.object(server, "_server", in_threads):
        main(arguments, prog_name="pbm")
