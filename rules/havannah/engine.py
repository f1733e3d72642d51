"""Havannah as a search sees it."""

from __future__ import annotations

from ..kit.linking import Linking
from .game import Havannah


def engine(game: Havannah) -> Linking:
    return Linking(game)
