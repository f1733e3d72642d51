"""Y as a search sees it."""

from __future__ import annotations

from ..kit.linking import Linking
from .game import YGame


def engine(game: YGame) -> Linking:
    return Linking(game)
