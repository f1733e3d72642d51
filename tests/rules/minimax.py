"""The result of a game with best play, found by trying all moves."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbm.rules import AnyGame
from pbm.rules.game import Seat


def minimax(game: AnyGame, state: Any) -> int:
    """Return the result with best play, from 1 to -1 for the first seat."""

    @cache
    def value(state: Any) -> int:
        seat = game.to_move(state)
        if seat is None:
            outcome = game.outcome(state)
            assert outcome
            return {"1-0": 1, "1/2-1/2": 0, "0-1": -1}[outcome.result]
        best = max if seat is Seat.FIRST else min
        return best(value(game.apply(state, move)) for move in game.legal_moves(state))

    return value(state)
