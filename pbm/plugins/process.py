"""The process that runs the code of a distribution: started at first use, limited, replaced."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

_HOST = Path(__file__).with_name("host.py")
_MOST_BYTES = 512 * 1024
"""The longest answer."""

_PASSED_ON = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ", "VIRTUAL_ENV")
"""The variables that a plugin sees: none of ``PBM_*``, which may hold passwords."""


@dataclass(frozen=True)
class Limits:
    """What a plugin may use.

    call, start: seconds of processor time for an answer, and for importing the plugin.
    wait: seconds for an answer, whatever the plugin does meanwhile. memory: bytes.
    """

    call: float = 2.0
    start: float = 10.0
    wait: float = 20.0
    memory: int = 256 * 1024 * 1024


class PluginError(Exception):
    """A plugin has raised an error (``is_raised``), died, taken too long or answered nonsense."""

    def __init__(self, why: str, *, is_raised: bool = False) -> None:
        super().__init__(why)
        self.is_raised = is_raised


class _EndedError(PluginError):
    """The process has ended by itself, or was killed by somebody else."""


class PluginProcess:
    """Runs the games of one distribution. Threads may share it: they are served in turn.

    games: for each name of a game, the module and the attribute that makes its rule sets.
    """

    def __init__(self, games: Mapping[str, Sequence[str]], limits: Limits = Limits()) -> None:
        self._games, self._limits = games, limits
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0

    @property
    def pid(self) -> int | None:
        """The child's process id; None while there is no child."""
        return self._child.pid if self._child else None

    def ask(self, game: str, ruleset: str, ask: str, *of: str) -> Any:
        """Return the answer to a question. The child is started if there is none.

        A child that died while nobody asked is replaced, and the question is asked again.

        :raises PluginError: if there is no answer
        """
        question = {"game": game, "ruleset": ruleset, "ask": ask, "of": of}
        with self._lock:
            was_running = self._is_running()
            try:
                answer = self._answer(question)
            except _EndedError:
                # It may have been killed from outside, before it read the question.
                if not was_running:
                    raise
                answer = self._answer(question)
        if not isinstance(answer, dict) or len(answer) != 1:
            raise PluginError("its process answered nonsense")
        if "fault" in answer:
            raise PluginError(f"it raised {answer['fault']}", is_raised=True)
        return answer.get("right")

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _is_running(self) -> bool:
        # After a fork the child belongs to the other process, which reads its answers.
        if self._owner != os.getpid():
            self._child = None
        return self._child is not None and self._child.poll() is None

    def _answer(self, question: Mapping[str, Any]) -> Any:
        if not self._is_running():
            self._start()
        assert self._child is not None and self._child.stdin is not None
        with suppress(BrokenPipeError):  # _line() says how it ended
            self._child.stdin.write(json.dumps(question).encode() + b"\n")
            self._child.stdin.flush()
        line = self._line()
        try:
            return json.loads(line)
        except ValueError as error:
            self._stop()
            raise PluginError("its process answered nonsense") from error

    def _line(self) -> bytes:
        """Return the next line of the child.

        :raises PluginError: if it ends, takes too long or writes too much; it is killed then
        """
        child = self._child
        assert child is not None and child.stdout is not None
        read, end = b"", time.monotonic() + self._limits.wait
        # Not select(), which refuses the numbers of files that a busy server has.
        poll = select.poll()
        poll.register(child.stdout, select.POLLIN)
        while not read.endswith(b"\n"):
            ready = poll.poll(1000 * max(end - time.monotonic(), 0))
            part = os.read(child.stdout.fileno(), 65536) if ready else b""
            read += part
            if not part or len(read) > _MOST_BYTES:
                raise self._ended(bool(ready), len(read))
        return read

    def _ended(self, was_ready: bool, size: int) -> PluginError:
        """Stop the child, and return what is wrong with it."""
        assert self._child is not None
        if not was_ready or size > _MOST_BYTES:
            self._stop()
            late = f"it did not answer within {self._limits.wait:g} seconds"
            return PluginError("its answer is too long" if was_ready else late)
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(1)
        status = self._child.returncode
        self._stop()
        # By this signal the kernel ends a process that needs more than its processor time.
        if status == -signal.SIGPROF:
            seconds = f"{self._limits.call:g} seconds of processor time"
            return PluginError(f"it took more than {seconds}, or {self._limits.start:g} to start")
        return _EndedError(f"its process ended with status {status}")

    def _start(self) -> None:
        limits = self._limits
        order = {
            "games": {name: [*place] for name, place in self._games.items()},
            "memory": limits.memory,
            "start": limits.start,
            "call": limits.call,
        }
        environ = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        places = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        try:
            self._child = subprocess.Popen(  # noqa: S603 (the interpreter that runs already)
                [sys.executable, "-P", str(_HOST), json.dumps(order)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**environ, "PYTHONPATH": places},
            )
        except OSError as error:
            raise PluginError(f"its process cannot be started: {error}") from error
        self._owner = os.getpid()

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
