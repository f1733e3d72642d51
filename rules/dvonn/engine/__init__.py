"""The engine of DVONN."""

from __future__ import annotations

from ..game import Dvonn
from .view import DvonnEngine

__all__ = ["engine"]


def engine(game: Dvonn) -> DvonnEngine:  # noqa: ARG001 (there is one rule set)
    return DvonnEngine()
