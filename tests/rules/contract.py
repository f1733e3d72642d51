"""The part of the contract that holds at every turn, checked throughout a random game."""

from __future__ import annotations

from typing import Any

from pbm.rules import AnyGame
from tests.rules.playouts import playout

LONGEST = 400
"""The most plies of a game; nearly every random game ends earlier."""


def play_through(game: AnyGame, seed: int) -> int:
    """Check the contract at every turn of a random game, and return its number of plies."""
    end = game.start()
    for state, move in playout(game, seed, LONGEST):
        check_turn(game, state, move)
        end = game.apply(state, move)
    if game.outcome(end):
        assert list(game.legal_moves(end)) == []
        assert game.decode(game.encode(end)) == end
    return game.plies(end)


def check_turn(game: AnyGame, state: Any, move: Any) -> None:
    before = (hash(state), game.encode(state))
    after = game.apply(state, move)
    assert (hash(state), game.encode(state)) == before
    assert after != state
    text = game.format(state, move)
    assert game.reads(text)
    assert game.parse(state, text) == move
    assert game.decode(game.encode(after)) == after
    assert (game.to_move(after) is None) == (game.outcome(after) is not None)
