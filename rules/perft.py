"""Perft: the number of sequences of N plies, a check of move generators.

A forced pass is a ply without choice, whether ``apply`` makes it or a decoded position begins
with it. A finished game has no continuation.
"""

from __future__ import annotations

from collections.abc import Iterator

from .game import Game, M, S
from .play import PASS


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Return the number of sequences of ``depth`` plies from this state."""
    if depth <= 0:
        return 1
    if depth == 1:
        return _turns(game, state)
    return sum(_below(game, state, child, depth) for _, child in _children(game, state))


def split(game: Game[S, M], state: S, depth: int) -> list[tuple[str, int]]:
    """Return each first ply, formatted, with the number of sequences that begin with it."""
    return [
        (PASS if move is None else game.format(state, move), _below(game, state, child, depth))
        for move, child in _children(game, state)
    ]


def _below(game: Game[S, M], state: S, child: S, depth: int) -> int:
    return perft(game, child, depth - (game.plies(child) - game.plies(state)))


def _children(game: Game[S, M], state: S) -> Iterator[tuple[M | None, S]]:
    moves = list(game.legal_moves(state))
    for move in moves:
        yield move, game.apply(state, move)
    if not moves and game.outcome(state) is None:
        yield None, game.skip(state)


def _turns(game: Game[S, M], state: S) -> int:
    """Count the last plies without playing them, which would be most of the work."""
    moves = len(list(game.legal_moves(state)))
    return moves or int(game.outcome(state) is None)
