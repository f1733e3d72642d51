"""A second reading of the rules of Y, written differently, to check the game."""

from __future__ import annotations

from random import Random

from pbm.rules.ygame.game import YGame

Cell = tuple[int, int]
"""A column and a row, both counted from 1, row 1 on top."""


def read(position: str) -> tuple[dict[Cell, str], str]:
    """Return the stones of an encoded position, and the side to play."""
    board, side = position.split()
    rows = enumerate(board.split("/"), 1)
    return {(at, row): s for row, text in rows for at, s in enumerate(text, 1) if s != "."}, side


def has_won(stones: dict[Cell, str], side: str, length: int) -> bool:
    """Return whether a chain of a side touches all three sides of the triangle."""
    left = {cell for cell, sign in stones.items() if sign == side}
    while left:
        chain, ends = set[Cell](), [left.pop()]
        while ends:
            x, y = ends.pop()
            chain.add((x, y))
            ways = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
            near = {(x + dx, y + dy) for dx, dy in ways} & left
            left -= near
            ends += near
        top = any(y == 1 for _, y in chain)
        west = any(x == 1 for x, _ in chain)
        east = any(x + y == length + 1 for x, y in chain)
        if top and west and east:
            return True
    return False


def compare_game(game: YGame, seed: int) -> int:
    """Compare every position of a random game, and return their number."""
    dice, state, length, compared = Random(seed), game.start(), len(game.grid.rows), 0
    while game.outcome(state) is None:
        stones, side = read(game.encode(state))
        cells = [(x, y) for y in range(1, length + 1) for x in range(1, length + 2 - y)]
        expected = {f"{chr(96 + x)}{y}": (x, y) for x, y in cells if (x, y) not in stones}
        is_second = game.swaps and side == "b" and list(stones.values()) == ["w"]
        moves = {game.format(state, move): move for move in game.legal_moves(state)}
        assert sorted(moves) == sorted([*expected, *["swap"] * is_second])
        text = "swap" if is_second and seed % 2 else dice.choice(sorted(expected))
        after = game.apply(state, moves[text])
        then = dict.fromkeys(stones, "b") if text == "swap" else stones | {expected[text]: side}
        assert read(game.encode(after))[0] == then
        outcome = game.outcome(after)
        assert (outcome is not None) == has_won(then, side, length)
        assert outcome is None or outcome.winner is state.turn
        state, compared = after, compared + 1
    return compared
