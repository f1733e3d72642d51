"""Lines to and from another program, in bounded time and space."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from pbm.programs.opponents import ForfeitError

MOST_OUTPUT = 1024 * 1024
"""Bytes that a program may write for one answer."""

_CHUNK = 64 * 1024
_LOOK_AGAIN_SECONDS = 0.1

Stops = Callable[[], bool]


class Stopped(Exception):
    """The answer is no longer wanted."""


class Pipes:
    """A running program and the pipes to it.

    name: its name in errors. stops: returns whether to stop waiting.
    options: further options of ``Popen``.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        stops: Stops = lambda: False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """:raises OSError, ValueError: if the program cannot be started"""
        self._name, self._stops = name, stops
        self._lines, self._rest = deque[str](), bytearray()
        self._process = subprocess.Popen(  # noqa: S603 (the operator's own command)
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            **(options or {}),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for descriptor in (self._in, self._out):
            os.set_blocking(descriptor, False)

    def say(self, line: str, end: float) -> None:
        """Write a line.

        :raises ForfeitError: if the program does not read it before ``end``, or has ended
        :raises Stopped: if an answer is no longer wanted
        """
        left = f"{line}\n".encode()
        while left:
            self._wait_for(self._in, select.POLLOUT, end)
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise ForfeitError(f'"{self._name}" has ended') from error

    def answer(self, word: str, end: float) -> str:
        """Return the next line that begins with a word.

        :raises ForfeitError: if no such line comes before ``end`` and within ``MOST_OUTPUT`` bytes
        :raises Stopped: if the answer is no longer wanted
        """
        heard = 0
        while True:
            while self._lines:
                line = self._lines.popleft()
                if line.split(" ", 1)[0] == word:
                    return line
            if heard > MOST_OUTPUT:
                raise ForfeitError(f'"{self._name}" writes too much')
            heard += self._read(end)

    def _read(self, end: float) -> int:
        """Read some bytes, and return how many."""
        self._wait_for(self._out, select.POLLIN, end)
        chunk = os.read(self._out, _CHUNK)
        if not chunk:
            raise ForfeitError(f'"{self._name}" has ended')
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            self._lines.extend(line.decode(errors="replace").strip() for line in whole)
            self._rest.clear()
        self._rest += rest
        return len(chunk)

    def _wait_for(self, descriptor: int, event: int, end: float) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        while not poll.poll(1000 * _LOOK_AGAIN_SECONDS):
            if self._stops():
                raise Stopped
            if monotonic() > end:
                raise ForfeitError(f'"{self._name}" does not answer')
        if monotonic() > end:
            raise ForfeitError(f'"{self._name}" takes too long')

    def wait(self, seconds: float) -> None:
        """Wait until the program ends by itself, at most for some seconds."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def close(self) -> None:
        """Kill the program with all processes of its session."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
