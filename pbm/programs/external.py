"""Programs of others, driven by UGI: each is a process of its own."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterable
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Self

from pbm.base.errors import UsageError
from pbm.core.games import AnyGame, spec
from pbm.programs.opponents import ForfeitError, Position

_PATIENCE = 20.0
"""Seconds that a program may take beyond those that it was given."""

_GRACE = 2.0
"""Seconds that a program gets to end after ``quit``."""


class External:
    """A program started by a command, without a shell, for the games of one match.

    go: what follows ``go``. seconds: how long the program may take for it.
    """

    def __init__(self, command: str, game: AnyGame, go: str, seconds: float) -> None:
        self._go, self._seconds = go, seconds
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        self._process = _started(command)
        assert self._process.stdout is not None
        Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self._name, self._ruleset, self._board = command, spec(game), -1

    def _read(self, answers: Iterable[str]) -> None:
        for line in answers:
            self._answers.put(line.strip())
        self._answers.put(None)

    def __enter__(self) -> Self:
        self._say("ugi")
        self._wait("ugiok")
        self._say(f"setoption name ruleset value {self._ruleset}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """End the program: ask first, then kill it."""
        try:
            self._say("quit")
            self._process.wait(_GRACE)
        except (ForfeitError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def choose(self, at: Position, seed: int) -> str:
        if seed != self._board:
            self._board = seed
            self._say("uginewgame")
            self._say("isready")
            self._wait("readyok")
        start = at.game.encode(at.start)
        moves = f" moves {';'.join(at.moves)}" if at.moves else ""
        self._say(f"position fen {start}{moves}")
        self._say(f"go {self._go}")
        return self._wait("bestmove").removeprefix("bestmove").strip()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError as error:
            raise ForfeitError(f'"{self._name}" has ended') from error

    def _wait(self, word: str) -> str:
        """Return the next line that begins with a word.

        :raises ForfeitError: if it does not come in time
        """
        while True:
            try:
                line = self._answers.get(timeout=self._seconds + _PATIENCE)
            except Empty:
                raise ForfeitError(f'"{self._name}" does not answer') from None
            if line is None:
                self._answers.put(None)
                raise ForfeitError(f'"{self._name}" has ended')
            if line.split(" ", 1)[0] == word:
                return line


def _started(command: str) -> subprocess.Popen[str]:
    """:raises UsageError: if there is no such program"""
    try:
        return subprocess.Popen(  # noqa: S603 (the operator's own command)
            shlex.split(command) or [command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
    except (OSError, ValueError) as error:
        raise UsageError(f'"{command}" is no player and cannot be started: {error}') from error
