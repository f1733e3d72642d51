"""External engines: their settings, and asking one for a move in a sandbox."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Self

from pbm.base.errors import UsageError
from pbm.core.board import Board
from pbm.core.games import AnyGame, find, listed_games, spec
from pbm.core.names import is_userid, reads_as_move
from pbm.core.reserved import is_reserved
from pbm.notices.wording import line_refusal
from pbm.programs.external import ask, begin, greet, sandboxed
from pbm.programs.opponents import ForfeitError, IllegalMoveError, Position
from pbm.programs.pipes import Stops
from pbm.programs.sandbox import Sandbox
from pbm.programs.thinking import Decision

LONGEST_MOVETIME = 30_000
MOST_MEMORY = 16 * 1024
MOST_THREADS = 64

_PATIENCE = 10.0
"""Seconds that an engine may take beyond its time for a move, for starting and answering."""

_LONGEST_LINE = 50.0
"""Seconds for a line of several moves. A process that takes longer than a minute is killed."""


def _every_ruleset() -> tuple[str, ...]:
    return tuple(game.spec for game in listed_games())


@dataclass(frozen=True)
class ExternalEngine:
    """An engine of somebody else, which the server drives by UGI.

    movetime: milliseconds for a move. memory, threads, reads: as in ``Sandbox``.
    """

    userid: str
    command: str
    rulesets: tuple[str, ...] = field(default_factory=_every_ruleset)
    movetime: int = 1000
    memory: int = 512
    threads: int = 4
    reads: tuple[str, ...] = ()

    @property
    def sandbox(self) -> Sandbox:
        return Sandbox(self.memory, self.threads, int(_LONGEST_LINE), self.reads)

    def sees(self, data: Path) -> bool:
        """Whether the engine would see a part of the data directory."""
        return self.sandbox.shows(shlex.split(self.command), data)

    def __str__(self) -> str:
        return self.userid


@dataclass(frozen=True)
class Externals:
    """The external engines of a server."""

    engines: tuple[ExternalEngine, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the entries of ``[[programs.external]]``, as JSON.

        :raises ValueError: if an entry is wrong
        """
        entries = json.loads(text)
        if not isinstance(entries, list):
            raise ValueError("tables [[programs.external]] are expected")
        engines = tuple(map(_engine, entries))
        if len({each.userid for each in engines}) < len(engines):
            raise ValueError("each external engine needs a userid of its own")
        return cls(engines)

    @property
    def rulesets(self) -> Mapping[str, Sequence[str]]:
        """The rule sets that each engine plays, by userid."""
        return {each.userid: each.rulesets for each in self.engines}

    def named(self, userid: str) -> ExternalEngine | None:
        return next((each for each in self.engines if each.userid == userid), None)

    def __str__(self) -> str:
        return ", ".join(map(str, self.engines)) or "none"


def decided_by(engine: ExternalEngine, board: Board, stops: Stops) -> Decision:
    """Return the decision of an external engine on a board. The engine runs only for this decision.

    :raises ForfeitError: if the engine does not answer, or with an illegal move
    :raises Stopped: if the decision is no longer wanted
    """
    begun = monotonic()
    program = sandboxed(engine.command, engine.sandbox, stops)
    try:
        end = begun + _PATIENCE
        greet(program, board.game, end)
        begin(program, end)

        def choose(at: Position) -> str:
            ends = min(monotonic() + engine.movetime / 1000 + _PATIENCE, begun + _LONGEST_LINE)
            return ask(program, at, f"movetime {engine.movetime}", ends)

        line = "; ".join(_line(board, choose))
    except IllegalMoveError as illegal:
        raise ForfeitError(f"{engine.userid} plays {words(board.game, illegal)}") from illegal
    finally:
        program.close()
    return Decision(
        board.number, board.match.plies, line, 0, 0, board.number, (), engine=engine.userid
    )


def speaks(engine: ExternalEngine) -> None:
    """Start an engine, and have it find the first move of a game of its first rule set.

    :raises ForfeitError: if the engine does not answer, or with an illegal move
    """
    game = find(engine.rulesets[0])
    at = Position(game, game.start(), game.start())
    program = sandboxed(engine.command, engine.sandbox, lambda: False)
    try:
        end = monotonic() + engine.movetime / 1000 + _PATIENCE
        greet(program, game, end)
        begin(program, end)
        at.after(ask(program, at, f"movetime {engine.movetime}", end))
    except IllegalMoveError as illegal:
        raise ForfeitError(f"it plays {words(game, illegal)}") from illegal
    finally:
        program.close()


def words(game: AnyGame, illegal: IllegalMoveError) -> str:
    """An illegal move and the rule that it breaks, in words."""
    return f'"{illegal.text}", an illegal move: {line_refusal(game, illegal.reason)}'


def _line(board: Board, choose: Callable[[Position], str]) -> Sequence[str]:
    """The moves of a line: several if the other side has to pass between them.

    :raises IllegalMoveError: if a move is illegal
    """
    played = tuple(ply.text for ply in board.plies if not ply.automatic)
    at = Position(board.game, board.state_at(0), board.state, played)
    while at.game.to_move(at.state) is board.turn:
        at = at.after(choose(at))
    return at.moves[len(played) :]


def _engine(entry: Any) -> ExternalEngine:
    """:raises ValueError: if the entry describes no external engine"""
    if not isinstance(entry, dict):
        raise ValueError("tables [[programs.external]] are expected")
    unknown = sorted(entry.keys() - _READ.keys())
    if unknown:
        raise ValueError(f'there is no "{unknown[0]}"; there are {", ".join(_READ)}')
    for name in ("userid", "command"):
        if name not in entry:
            raise ValueError(f"{name} is missing")
    return ExternalEngine(**{name: _READ[name](value) for name, value in entry.items()})


def _userid(value: object) -> str:
    if not isinstance(value, str) or not is_userid(value) or value != value.casefold():
        raise ValueError("a userid in lower case is expected, such as hal")
    if is_reserved(value) or reads_as_move(value):
        raise ValueError(f"{value} means something else here")
    return value


def _command(value: object) -> str:
    if not isinstance(value, str) or not shlex.split(value):
        raise ValueError("a command is expected, such as /opt/hal/bin/hal")
    return value


def _rulesets(value: object) -> tuple[str, ...]:
    try:
        return tuple(spec(find(each)) for each in _texts(value)) or _every_ruleset()
    except UsageError as error:
        raise ValueError(str(error)) from error


def _paths(value: object) -> tuple[str, ...]:
    paths = _texts(value)
    if not all(map(os.path.isabs, paths)):
        raise ValueError("absolute paths are expected")
    return paths


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError("a list of strings is expected")
    return tuple(value)


def _number(most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise ValueError(f"a whole number from 1 to {most} is expected")
        return value

    return read


_READ: Mapping[str, Callable[[object], Any]] = {
    "userid": _userid,
    "command": _command,
    "rulesets": _rulesets,
    "movetime": _number(LONGEST_MOVETIME),
    "memory": _number(MOST_MEMORY),
    "threads": _number(MOST_THREADS),
    "reads": _paths,
}
