"""A second reading of the rules of Hex, written differently, to check the game."""

from __future__ import annotations

from random import Random

from pbm.rules.hex.game import Hex

Cell = tuple[int, int]
"""A column and a row, both counted from 1, row 1 on top."""


def read(position: str) -> tuple[dict[Cell, str], str]:
    """Return the stones of an encoded position, and the side to play."""
    board, side = position.split()
    rows = enumerate(board.split("/"), 1)
    return {(at, row): s for row, text in rows for at, s in enumerate(text, 1) if s != "."}, side


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrs'[cell[0] - 1]}{cell[1]}"


def results(
    stones: dict[Cell, str], side: str, size: int, swaps: bool
) -> dict[str, dict[Cell, str]]:
    """Return the stones after each legal move, by the move."""
    cells = [(column, row) for column in range(1, size + 1) for row in range(1, size + 1)]
    found = {name(cell): stones | {cell: side} for cell in cells if cell not in stones}
    if swaps and side == "b" and list(stones.values()) == ["r"]:
        ((column, row),) = stones
        found["swap"] = {(row, column): "b"}
    return found


def has_won(stones: dict[Cell, str], side: str, size: int) -> bool:
    """Return whether a side has joined its edges: Red's are rows 1 and ``size``, Blue's columns."""
    along = 1 if side == "r" else 0
    reached = {cell for cell, sign in stones.items() if sign == side and cell[along] == 1}
    while True:
        near = {
            (x + dx, y + dy)
            for x, y in reached
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        }
        more = reached | {cell for cell in near if stones.get(cell) == side}
        if more == reached:
            return any(cell[along] == size for cell in reached)
        reached = more


def compare_game(game: Hex, seed: int) -> int:
    """Compare every position of a random game, and return their number."""
    dice, state, size, compared = Random(seed), game.start(), len(game.grid.rows), 0
    while game.outcome(state) is None:
        stones, side = read(game.encode(state))
        expected = results(stones, side, size, game.swaps)
        moves = {game.format(state, move): move for move in game.legal_moves(state)}
        assert sorted(moves) == sorted(expected)
        text = "swap" if "swap" in moves and seed % 2 else dice.choice(sorted(moves))
        after = game.apply(state, moves[text])
        assert read(game.encode(after))[0] == expected[text]
        outcome = game.outcome(after)
        assert (outcome is not None) == has_won(expected[text], side, size)
        assert outcome is None or outcome.winner is state.turn
        state, compared = after, compared + 1
    return compared
