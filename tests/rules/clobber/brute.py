"""A second reading of the rules, written differently, to check the game."""

from __future__ import annotations

from random import Random

from pbm.rules.clobber.game import Clobber

Board = tuple[str, ...]
"""The rows of a board from above."""


def read(position: str) -> tuple[Board, str]:
    board, side = position.split()
    return tuple(board.split("/")), side


def results(board: Board, side: str) -> dict[str, Board]:
    """Return the board after each legal move, by the move."""
    other, found = {"w": "b", "b": "w"}[side], {}
    for high, row in enumerate(board):
        for at, sign in enumerate(row):
            for far, beside in ((high - 1, at), (high + 1, at), (high, at - 1), (high, at + 1)):
                inside = 0 <= far < len(board) and 0 <= beside < len(row)
                if sign == side and inside and board[far][beside] == other:
                    text = f"{_name(board, high, at)}x{_name(board, far, beside)}"
                    after = [list(line) for line in board]
                    after[high][at], after[far][beside] = ".", side
                    found[text] = tuple("".join(line) for line in after)
    return found


def _name(board: Board, high: int, at: int) -> str:
    return f"{'abcdefghij'[at]}{len(board) - high}"


def compare_game(game: Clobber, seed: int) -> int:
    """Compare every position of a random game, and return their number."""
    dice, state, compared = Random(seed), game.start(), 0
    while game.outcome(state) is None:
        board, side = read(game.encode(state))
        expected = results(board, side)
        ours = {
            game.format(state, move): game.apply(state, move) for move in game.legal_moves(state)
        }
        assert sorted(ours) == sorted(expected)
        for text, after in ours.items():
            reached, turn = read(game.encode(after))
            assert (reached, turn != side) == (expected[text], True)
            assert (game.outcome(after) is None) == bool(results(reached, turn))
        mover, state = game.to_move(state), ours[dice.choice(sorted(ours))]
        compared += 1
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winner is mover
    return compared
