"""Hex as a search sees it."""

from __future__ import annotations

from ..kit.linking import Linking
from .game import Hex


def engine(game: Hex) -> Linking:
    return Linking(game)
