"""The rules of the games: pure, and the only place that knows what is legal."""

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
    """Every rule set by its spec, each game's default first.

    A game is a package in this folder with a sequence ``RULESETS``; nothing else is needed to
    add one.
    """
    folders = sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg)
    packages = [import_module(f"{__name__}.{folder}") for folder in folders]
    return {spec(game): game for package in packages for game in package.RULESETS}
