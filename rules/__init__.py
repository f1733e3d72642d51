"""The rules of the games: pure functions, and the only place that decides which moves are legal."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .game import Game, spec

AnyGame = Game[Any, Any]


@cache
def games() -> Mapping[str, AnyGame]:
    """Return every rule set by its spec, the default of each game first.

    Every package in this folder is a game and has a sequence ``RULESETS``. A new game needs no
    other registration.
    """
    folders = sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg)
    packages = [import_module(f"{__name__}.{folder}") for folder in folders]
    return {spec(game): game for package in packages for game in package.RULESETS}
