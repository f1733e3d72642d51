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

    A package in this folder with a sequence ``RULESETS`` is a game. A new game needs no other
    registration.
    """
    folders = sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg)
    packages = [import_module(f"{__name__}.{folder}") for folder in folders]
    return {spec(game): game for each in packages for game in getattr(each, "RULESETS", ())}
