"""Programs written by others and driven by UGI."""

from __future__ import annotations

import os
import shlex
import subprocess
from time import monotonic
from types import TracebackType
from typing import Self

from pbm.base.errors import UsageError
from pbm.core.games import AnyGame, spec
from pbm.programs.opponents import ForfeitError, Position
from pbm.programs.pipes import Pipes, Stops
from pbm.programs.sandbox import Sandbox, as_nobody

_PATIENCE = 20.0
"""Seconds that a program may take beyond its time for a move."""

_GRACE = 2.0
"""Seconds that a program gets to end after ``quit``."""

LONGEST_MOVE = 1000
"""Characters of a move that are read."""


class External:
    """A program started by a command, without a shell, for the games of one match.

    go: the arguments of the command ``go``. seconds: how long the program may take for that
    command.
    """

    def __init__(self, command: str, game: AnyGame, go: str, seconds: float) -> None:
        self._game, self._go, self._seconds, self._board = game, go, seconds + _PATIENCE, -1
        self._pipes = _started(command)

    def __enter__(self) -> Self:
        greet(self._pipes, self._game, self._end)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """End the program: ask first, then kill it."""
        try:
            self._pipes.say("quit", self._end)
            self._pipes.wait(_GRACE)
        except ForfeitError:
            """It has ended already, or it does not listen."""
        finally:
            self._pipes.close()

    def choose(self, at: Position, seed: int) -> str:
        if seed != self._board:
            self._board = seed
            begin(self._pipes, self._end)
        return ask(self._pipes, at, self._go, self._end)

    @property
    def _end(self) -> float:
        return monotonic() + self._seconds


def sandboxed(command: str, sandbox: Sandbox, stops: Stops) -> Pipes:
    """Start a program in a sandbox.

    :raises ForfeitError: if the program cannot be started
    """
    # bubblewrap itself may run as a user of other programs, which see its environment; and ours may
    # hold the password of the database.
    environment = {"PATH": os.environ.get("PATH", os.defpath)}
    options = {"stderr": subprocess.DEVNULL, "env": environment, **as_nobody()}
    try:
        return Pipes(sandbox.around(shlex.split(command)), command, stops, options)
    except (OSError, ValueError) as error:
        raise ForfeitError(f'"{command}" cannot be started: {error}') from error


def greet(program: Pipes, game: AnyGame, end: float) -> None:
    """Begin to speak with a program, and choose the rule set."""
    program.say("ugi", end)
    program.answer("ugiok", end)
    program.say(f"setoption name ruleset value {spec(game)}", end)


def begin(program: Pipes, end: float) -> None:
    """Announce another game."""
    program.say("uginewgame", end)
    program.say("isready", end)
    program.answer("readyok", end)


def ask(program: Pipes, at: Position, go: str, end: float) -> str:
    """Return the move that a program wants to play, which may be illegal."""
    moves = f" moves {';'.join(at.moves)}" if at.moves else ""
    program.say(f"position fen {at.game.encode(at.start)}{moves}", end)
    program.say(f"go {go}", end)
    found = program.answer("bestmove", end).removeprefix("bestmove").strip()
    return found[:LONGEST_MOVE]


def _started(command: str) -> Pipes:
    """:raises UsageError: if there is no such program"""
    try:
        return Pipes(shlex.split(command) or [command], command)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(
            f'"{command}" cannot be started ({why}); a player is level:1 to level:5, random,'
            " greedy, or a command that speaks UGI"
        ) from error
