"""Programs that play: the engine of each rule set, and the move that it chooses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from . import AnyGame
from .engine import Engine, Level
from .general import General
from .search import DEEPEST, UNLIMITED, Found, Limits, Search
from .simulation import Simulation

VERSION = 4
"""The version of all engines. It grows when any engine plays differently than before."""

_UNBOUNDED = 10**9
"""More simulations than any caller waits for."""

AnyEngine = Engine[Any, Any, Any]
AnyFound = Found[Any]


def engine_of(game: AnyGame) -> AnyEngine:
    """Return the engine of a rule set.

    A game's folder may have a package ``engine`` with a function ``engine`` that takes a rule set.
    Other games get the general engine.
    """
    return _maker(game.name)(game)


@cache
def _maker(name: str) -> Callable[[AnyGame], AnyEngine]:
    module = f"{__package__}.{name}.engine"
    maker: Callable[[AnyGame], AnyEngine] = General
    # A game of a plugin has no folder here.
    is_ours = find_spec(f"{__package__}.{name}") is not None
    return import_module(module).engine if is_ours and find_spec(module) else maker


def unbounded(game: AnyGame) -> Level:
    """Return a level without noise that searches as deep as its limits allow."""
    best = engine_of(game).levels[-1]
    return Level(DEEPEST, width=best.width, simulations=best.simulations and _UNBOUNDED)


def choose(
    game: AnyGame, state: Any, level: Level, seed: int = 0, limits: Limits = UNLIMITED
) -> AnyFound:
    """Return the move that a program of a level plays in a state whose game is not over.

    The same state, level, seed and number of nodes always give the same move.

    seed: determines the noise; for example, the number of the board.
    """
    random = Random(f"{seed} {game.plies(state)}")  # noqa: S311 (no secret)
    engine = engine_of(game)
    # No number is drawn for other levels, whose moves must stay those that were recorded.
    if level.careless and 100 * random.random() < level.careless:
        return _any_move(engine, state, random)
    if level.simulations:
        return Simulation(engine, state, level, limits, random).best()
    return Search(engine, state, level, limits, lambda: 2 * random.random() - 1).best()


def _any_move(engine: AnyEngine, state: Any, random: Random) -> AnyFound:
    moves = list(engine.moves(engine.position(state), {}))
    move = moves[int(random.random() * len(moves))]
    return Found(move, 0, 1, len(moves), exact=False, line=(move,))
