"""The engine of Gyges, for each of its rule sets."""

from __future__ import annotations

from ..game import Gyges
from .view import GygesEngine

__all__ = ["engine"]


def engine(game: Gyges) -> GygesEngine:
    return GygesEngine(game.rules)
