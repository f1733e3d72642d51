"""Puzzles found in games, such as those of a program against itself, and files of puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from . import AnyGame
from .endings import TooFarError
from .engines import choose, engine_of
from .play import Ply, replay
from .puzzles import Puzzle, puzzle_at

_LATEST = 6
"""The last plies that are searched for puzzles, in a game that a single move can win."""

_LONGEST = 120
"""Games of programs are left unfinished after this many plies."""


def own_game(game: AnyGame, level: int, seed: int) -> tuple[Ply[Any, Any], ...]:
    """Return the plies of a game that a program of a level plays against itself."""
    start = state = game.start(game.starts[0], seed) if game.starts else game.start()
    chosen, moves = engine_of(game).levels[level - 1], list[str]()
    while game.to_move(state) is not None and len(moves) < _LONGEST:
        move = choose(game, state, chosen, seed).move
        moves.append(game.format(state, move))
        state = game.apply(state, move)
    return replay(game, start, moves).plies


def puzzle_in(game: AnyGame, plies: Sequence[Ply[Any, Any]]) -> tuple[int, Puzzle] | None:
    """Return the longest puzzle near the end of a game, and the number of its first ply."""
    latest = plies[-_LATEST:] if engine_of(game).is_sudden else plies
    found: list[tuple[int, Puzzle]] = []
    with suppress(TooFarError):
        for ply in reversed(latest):
            puzzle = None if ply.automatic else puzzle_at(game, ply.before)
            found += [(ply.number, puzzle)] if puzzle else []
    return max(found, key=lambda each: len(each[1].line), default=None)


def write(ruleset: str, puzzle: Puzzle, origin: str) -> str:
    """Return a puzzle as one line, for a file of puzzles. origin: where it was found."""
    return "\t".join([ruleset, puzzle.position, "; ".join(puzzle.line), origin])


def read(line: str) -> tuple[str, Puzzle, str]:
    """Return the arguments with which ``write`` made the line.

    :raises ValueError: if ``write`` cannot have made the line
    """
    ruleset, position, moves, origin = line.split("\t")
    return ruleset, Puzzle(position, tuple(moves.split("; "))), origin
