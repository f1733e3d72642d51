"""The rules of the games: pure functions, and the only place that decides which moves are legal."""

from __future__ import annotations

from collections.abc import Mapping

from .listed import AnyGame, Games

__all__ = ["AnyGame", "games"]

_GAMES = Games()


def games() -> Mapping[str, AnyGame]:
    """Return every rule set by its spec, the default of each game first.

    A package in this folder with a sequence ``RULESETS`` is a game. A new game needs no other
    registration.
    """
    return _GAMES
