"""``pbm serve`` as a process of its own, used only through its SMTP port and its Maildirs."""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from tests import shared
from tests.forked import Running
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
DOMAIN = "games.example.com"
SERVER = f"pbm@{DOMAIN}"
_LISTENING = "listening on "
_TRY_LATER, _A_MOMENT = 421, 0.05


class ServerProcess:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.outgoing = data / "outgoing"
        self.log = data.parent / "log"
        self.port = 0
        self.listen = "127.0.0.1:0"
        self.domain = DOMAIN
        self._process: Running | None = None

    def start(self) -> None:
        ours, theirs = map(os.fdopen, os.pipe(), "rw")
        with ours, self.log.open("a") as log:
            with theirs, Path(os.devnull).open() as nothing:
                arguments = self._arguments("serve", "--listen", self.listen)
                self._process = self._launched(arguments, nothing, theirs, log)
            line = ours.readline().strip()
        assert line.startswith(_LISTENING), line + self.log.read_text()
        first = line.removeprefix(_LISTENING).partition(",")[0]
        self.port = int(first.rpartition(":")[2])

    def stop(self) -> None:
        """Stop the server as an operator does; it must exit with 0."""
        if self._process is not None:
            self._process.terminate()
            assert self._end() == 0, self.log.read_text()

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._end()

    def restart(self) -> None:
        self.stop()
        self.start()

    def client(self) -> smtplib.SMTP:
        """Return a connected client. Retry while the server has too many connections."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE)
            except smtplib.SMTPConnectError as refusal:
                if refusal.smtp_code != _TRY_LATER or time.monotonic() > end:
                    raise
            time.sleep(_A_MOMENT)

    def pbm(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The operator's command line, beside the server or without it."""
        with ExitStack() as files:
            given, out, error = (files.enter_context(TemporaryFile("w+")) for _ in range(3))
            given.write(stdin)
            given.seek(0)
            status = self._launched(self._arguments(*arguments), given, out, error).wait(PATIENCE)
            out.seek(0)
            error.seek(0)
            return subprocess.CompletedProcess(arguments, status, out.read(), error.read())

    def memory(self, field: str) -> int:
        """Return the bytes that all its processes use: now (VmRSS) or at their peaks (VmHWM)."""
        return sum(_status(process, field) for process in self._processes) * 1024

    def forget_peak(self) -> None:
        """Reset the peaks (VmHWM) to the present use."""
        for process in self._processes:
            (process / "clear_refs").write_text("5")

    def cpu_seconds(self) -> float:
        """CPU time that the server's processes have used so far."""
        return sum(_ticks(process) for process in self._processes) / os.sysconf("SC_CLK_TCK")

    @property
    def _processes(self) -> Sequence[Path]:
        assert self._process is not None
        server = Path("/proc", str(self._process.pid))
        workers = (server / "task" / server.name / "children").read_text().split()
        return [server, *(Path("/proc", worker) for worker in workers)]

    def _arguments(self, *arguments: str) -> Sequence[str]:
        return ("--data", str(self.data), "--domain", self.domain, *arguments)

    def _launched(
        self, arguments: Sequence[str], stdin: IO[str], stdout: IO[str], stderr: IO[str]
    ) -> Running:
        """A new process of pbm with these arguments."""
        command = (sys.executable, "-m", "pbm", *arguments)
        return subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=shared.environ(),
        )

    def _end(self) -> int:
        assert self._process is not None
        status = self._process.wait(PATIENCE)
        self._process = None
        return status


def _status(process: Path, field: str) -> int:
    lines = (process / "status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{field}:")).split()[1])


def _ticks(process: Path) -> int:
    """Return the ticks in user and kernel mode: fields 14 and 15 of ``stat``.

    The fields are counted from the end of the program's name, which may contain blanks.
    """
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
